"""The page: whole or absent, no script, no request, our blocks as they are, everybody else's cleaned."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cenario.errors import BadInputError
from cenario.notebook.execute import execute
from cenario.notebook.faults import UnsafePageError
from cenario.notebook.guard import checked_block, sanitise
from cenario.notebook.render import load_meanwhile, render

FIXTURES = Path(__file__).parent / "fixtures"


class Elements(HTMLParser):
    """Every element with its attributes, as a browser would find them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("hostile")
    done = execute(FIXTURES / "hostile.ipynb", folder / "hostile.ipynb", {}, meanwhile=load_meanwhile)
    return render(done, folder / "p" / "hostile.html", title="<b>]]></title>", locale="pt-BR").read_text(
        "utf-8"
    )


def test_no_element_is_live_and_no_attribute_asks(hostile: str) -> None:
    elements = Elements(hostile).found
    assert not {tag for tag, _ in elements} & {"script", "iframe", "link", "object", "embed"}
    for _, attributes in elements:
        assert not [name for name in attributes if name.startswith("on")]
        for name in ("src", "href"):
            assert re.match(r"#|data:image/", attributes.get(name) or "#"), attributes
    assert "url(http" not in "".join(a.get("style") or "" for _, a in elements)


def test_the_page_says_its_language_and_its_title(hostile: str) -> None:
    assert '<html lang="pt-BR">' in hostile
    assert "<title>&lt;b&gt;]]&gt;&lt;/title&gt;</title>" in hostile
    assert "default-src 'none'" in hostile


def test_our_block_stands_as_it_is_and_others_are_cleaned(hostile: str) -> None:
    assert '<rect id="bar" width="10" height="10"/>' in hostile
    assert '<th scope="col">kept</th>' in hostile
    assert "<caption>kept</caption>" in hostile
    assert "<b>bold</b>" in hostile


def test_the_same_notebook_gives_the_same_page(tmp_path: Path) -> None:
    done = execute(FIXTURES / "sound.ipynb", tmp_path / "o.ipynb", {})
    one, two = (render(done, tmp_path / f"{n}.html", title="x", locale="en").read_bytes() for n in "12")
    assert one == two
    assert b'<html lang="en">' in one
    assert sorted(p.name for p in tmp_path.iterdir()) == ["1.html", "2.html", "o.ipynb"]


@pytest.mark.parametrize(
    ("name", "what"),
    [("script", "<script>"), ("handler", "onclick="), ("address", "src="), ("style_address", "url(…)")],
)
def test_a_block_that_would_ask_or_run_is_refused(tmp_path: Path, name: str, what: str) -> None:
    done = execute(FIXTURES / f"block_with_a_{name}.ipynb", tmp_path / "o.ipynb", {})
    page = tmp_path / "page.html"
    page.write_text("older")
    with pytest.raises(UnsafePageError) as raised:
        render(done, page, title="x", locale="pt-BR")
    assert what in str(raised.value)
    assert page.read_text() == "older"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["o.ipynb", "page.html"]


@pytest.mark.parametrize("name", ["not_json", "not_a_notebook", "absent"])
def test_what_is_no_notebook_is_said_so(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInputError):
        render(FIXTURES / f"{name}.ipynb", tmp_path / "page.html", title="x", locale="en")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "html",
    [
        "<SCRIPT>1</SCRIPT>",
        "<svg><script xlink:href='x'/></svg>",
        "<svg onload=alert(1)>",
        "<a href=' javascript:alert(1)'>x</a>",
        "<a href='java&#115;cript:alert(1)'>x</a>",
        "<img src='//example.org/x.png' alt=''>",
        "<img srcset='x.png 2x' alt=''>",
        "<iframe srcdoc='x'></iframe>",
        "<meta http-equiv=refresh content='0;url=x'>",
        "<p style='background:url(x.png)'>x</p>",
        "<style>@import 'x.css';</style>",
        "<svg><use xlink:href='x.svg#a'/></svg>",
        "<form action='x'></form>",
    ],
)
def test_what_no_block_of_ours_holds(html: str) -> None:
    with pytest.raises(UnsafePageError):
        checked_block(html)
    live = Elements(sanitise(html)).found
    assert all(
        tag not in {"script", "iframe", "meta", "style", "form", "svg", "use"}
        and not set(attributes) - {"alt", "title", "style"}
        and "url" not in (attributes.get("style") or "")
        for tag, attributes in live
    ), live


@pytest.mark.parametrize(
    "html",
    [
        "<p>onerror=1 &lt;script&gt; javascript:1 url(x)</p>",
        "<svg viewBox='0 0 1 1'><use xlink:href='#a'/><path clip-path='url(#c)' style='fill:url(#g)'/></svg>",
        "<style>.cn { color: red; background: url(#x) }</style>",
        "<img alt='' src='data:image/png;base64,AAAA'>",
        "<a href='#k'>3</a> <a href='https://doi.org/10.1000/1'>paper</a> <a href='C.verdict.json'>j</a>",
    ],
)
def test_what_a_block_may_hold(html: str) -> None:
    assert checked_block(html) == html
