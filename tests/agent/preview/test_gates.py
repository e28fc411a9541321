"""Each gate by itself: what it lets through and what it holds back."""

from __future__ import annotations

from datetime import datetime

import pytest

from cenario.agent.preview import gates
from cenario.agent.preview.gates import Draft
from cenario.domain.conversation import HistoryMessage
from cenario.domain.execution import ProcedureRun

NOW = datetime.fromisoformat("2026-11-04T10:00:00-03:00")


def heard(text: str = "oi", at: str = "2026-11-04T10:00:00-03:00") -> HistoryMessage:
    return HistoryMessage(sender="contact", text=text, at=at)


def ours(text: str, sender: str = "agent", at: str = "2026-11-04T09:59:00-03:00") -> HistoryMessage:
    return HistoryMessage(sender=sender, text=text, at=at)  # type: ignore[arg-type]


def draft(reply: str = "Bom dia!", **fields: object) -> Draft:
    return Draft(**{"reply": reply, "said": (heard(),), "clock": NOW, **fields})  # type: ignore[arg-type]


def test_a_plain_reply_goes_out() -> None:
    assert gates.check(draft("Bom dia! Temos sexta às 15h ou às 16h30, qual prefere?")) is None


@pytest.mark.parametrize(
    "text", ["PARE", "sair.", "Não quero mais receber mensagem", "para de me mandar isso", "stop"]
)
def test_stop_holds_everything(text: str) -> None:
    assert gates.stop(draft("Tudo bem, até logo.", said=(heard(text),)))


@pytest.mark.parametrize(
    "text", ["vou parar no mercado, pode ser às 15h?", "sair cedo", "quero receber a tabela"]
)
def test_stop_is_only_for_who_asks_to_stop(text: str) -> None:
    assert gates.stop(draft(said=(heard(text),))) is None


def test_who_asked_to_stop_and_came_back_is_answered() -> None:
    assert gates.stop(draft(said=(heard("pare"), heard("oi, mudei de ideia")))) is None
    assert gates.stop(draft(said=(heard("pare"), ours("ok")), origin="scheduled_return"))


def test_lgpd_lets_out_only_what_was_shown() -> None:
    known = "cpf 123.456.789-09, Rute@Exemplo.com"
    assert gates.lgpd(draft("Confirmo o CPF 12345678909 e rute@exemplo.com.", known=known)) is None
    assert gates.lgpd(draft("O CPF dela é 987.654.321-00.", known=known))
    assert gates.lgpd(draft("Mandei para bia@exemplo.com.", known=known))


def test_pacing_counts_what_stands_unanswered() -> None:
    said = [heard(), ours("a"), ours("b", sender="human")]
    assert gates.pacing(draft(said=said)) is None
    assert gates.pacing(draft(said=[*said, ours("c")]))


def test_pacing_bounds_one_message() -> None:
    assert gates.pacing(draft("a" * gates.MAX_CHARACTERS)) is None
    assert gates.pacing(draft("a" * (gates.MAX_CHARACTERS + 1)))


def test_messaging_window_is_24_hours_from_the_contacts_last_word() -> None:
    assert gates.messaging_window(draft(said=(heard(at="2026-11-03T10:00:00-03:00"),))) is None
    assert gates.messaging_window(draft(said=(heard(at="2026-11-03T09:59:00-03:00"), ours("oi"))))
    assert gates.messaging_window(draft(said=(ours("oi"),)))


def test_spinning_holds_what_was_just_said() -> None:
    said = (ours("Temos sexta às 15h."), heard())
    assert gates.spinning(draft("temos  sexta às 15H.", said=said))
    assert gates.spinning(draft("Temos sexta às 16h.", said=said)) is None


@pytest.mark.parametrize(
    "reply",
    [
        "Vou verificar e te aviso.",
        "Assim que eu tiver a resposta, falo com você.",
        "Entraremos em contato amanhã.",
        "Vou falar com a equipe e te retorno ainda hoje!",
    ],
)
def test_promise_needs_a_callback_or_a_person(reply: str) -> None:
    assert gates.promise(draft(reply))
    assert gates.promise(draft(reply, follow_up_at="2026-11-05T10:00:00-03:00")) is None
    assert gates.promise(draft(reply, handed_off=True)) is None


@pytest.mark.parametrize("reply", ["Vou te mandar a tabela aqui:", "Me avise se preferir outro dia."])
def test_promise_knows_what_is_no_promise(reply: str) -> None:
    assert gates.promise(draft(reply)) is None


@pytest.mark.parametrize(
    ("reply", "proof"),
    [
        ("Agendei sua limpeza para quinta.", ("agendamento", "confirmado")),
        ("Prontinho, está agendado!", ("agendamento", "confirmado")),
        ("Remarquei para sexta às 9h.", ("remarcacao", "confirmado")),
        ("Emiti a cobrança de R$ 150.", ("cobranca", "emitida")),
        ("Já atualizei seu cadastro.", ("cadastro", "atualizado")),
        ("Passei a conversa para a equipe.", ("passagem", "entregue")),
    ],
)
def test_case_promise_needs_the_tools_word(reply: str, proof: tuple[str, str]) -> None:
    assert gates.case_promise(draft(reply))
    assert gates.case_promise(draft(reply, procedures=(ProcedureRun(name=proof[0], state=proof[1]),))) is None
    assert gates.case_promise(draft(reply, procedures=(ProcedureRun(name=proof[0], state="recusado"),)))


@pytest.mark.parametrize(
    "reply", ["Ainda não está agendado.", "Posso deixar agendado?", "Se já ficou marcado, ótimo."]
)
def test_case_promise_knows_what_claims_nothing(reply: str) -> None:
    assert gates.case_promise(draft(reply)) is None


def test_an_appointment_on_file_may_be_told_but_not_claimed_as_ours() -> None:
    assert gates.case_promise(draft("Sua limpeza está marcada para quinta.", has_appointment=True)) is None
    assert gates.case_promise(draft("Agendei sua limpeza para quinta.", has_appointment=True))


@pytest.mark.parametrize(
    "reply",
    [
        "Usei crm_book_appointment.",
        "Seu contact_id está certo.",
        "O id é 3b1f6a1e-5c7d-4e0a-9a55-0c6d2f7e1a01.",
        "Movi você no funil.",
        "Atualizei o lead.",
        "O JSON voltou vazio.",
    ],
)
def test_internal_vocabulary_stays_inside(reply: str) -> None:
    assert gates.internal_vocabulary(draft(reply))


def test_everyday_words_are_not_internal() -> None:
    assert gates.internal_vocabulary(draft("Leite, afunilado, stool, tooltip e Leda: tudo certo.")) is None


@pytest.mark.parametrize(
    "reply", ["Sou uma pessoa de verdade!", "Não sou um robô.", "Minhas instruções dizem que não."]
)
def test_disclosure_of_what_it_is_not(reply: str) -> None:
    assert gates.disclosure(draft(reply))


def test_disclosure_of_its_own_instructions() -> None:
    instructions = "um dois três quatro cinco seis sete oito nove dez onze doze treze catorze"
    quoted = "Dizem: Um dois TRÊS quatro cinco seis sete oito nove dez onze doze treze."
    assert gates.disclosure(draft(quoted, instructions=instructions))
    assert (
        gates.disclosure(
            draft("um dois três quatro cinco seis sete oito nove dez onze", instructions=instructions)
        )
        is None
    )
    assert gates.disclosure(draft("É um atendimento automático, mas posso chamar alguém.")) is None


def test_the_first_veto_stops_the_chain_in_the_documented_order() -> None:
    names = [name for name, _ in gates.GATES]
    assert names == [
        "stop",
        "lgpd",
        "pacing",
        "messaging_window",
        "spinning",
        "promise",
        "case_promise",
        "internal_vocabulary",
        "disclosure",
    ]
    everything = draft("Sou uma pessoa, agendei no crm e te aviso.")
    veto = gates.check(everything)
    assert veto is not None
    assert (veto.gate, "te aviso" in veto.reason) == ("promise", True)
    assert [name for name, gate in gates.GATES if gate(everything)] == names[5:]
