"""Start the Python that runs a notebook: this very interpreter, and nothing of the user's besides.

No installed kernelspec is looked up (a fresh environment has none, and a user's own `python3` may
point anywhere), no IPython start-up file runs, no history is kept. The project's root is on the
kernel's path, so a notebook imports the same library that started it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from jupyter_core.utils import run_sync

ROOT = Path(__file__).resolve().parents[2]
ARGV = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
QUIET = ["--log-level=ERROR", "--HistoryManager.enabled=False"]


class _Manager(AsyncKernelManager):
    """A manager of this interpreter that remembers the clients it gave, so that all can be closed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._kernel_spec = KernelSpec(argv=ARGV, display_name="cenario", language="python")
        self.clients: list[Any] = []

    def client(self, **options: Any) -> Any:
        """Return a client of the running kernel."""
        self.clients.append(super().client(**options))
        return self.clients[-1]


class OwnKernel:
    """A kernel of this interpreter, started at once and stopped when the ``with`` ends.

    Parameters
    ----------
    locale
        The locale in which the notebook speaks.
    folder
        Its working directory; this process's own by default.
    """

    def __init__(self, *, locale: str, folder: Path | None = None) -> None:
        self._own = TemporaryDirectory(prefix="cenario-kernel-")
        self._stderr = Path(self._own.name) / "stderr"
        self._locale = locale
        self._folder = folder or Path.cwd()
        self.manager = _Manager(connection_file=str(Path(self._own.name) / "kernel.json"))

    def __enter__(self) -> OwnKernel:
        try:
            with self._stderr.open("wb") as stderr:
                run_sync(self.manager.start_kernel)(
                    extra_arguments=QUIET, env=self._environment(), cwd=str(self._folder), stderr=stderr
                )
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop the kernel and remove what it left."""
        try:
            for client in self.manager.clients:
                client.stop_channels()
            if self.manager.has_kernel:
                run_sync(self.manager.shutdown_kernel)(now=True)
        finally:
            run_sync(self.manager.cleanup_resources)()
            self._own.cleanup()

    def last_words(self) -> str:
        """Return the last line that the kernel wrote to its standard error; empty if none."""
        if not self._stderr.is_file():
            return ""
        lines = self._stderr.read_text(encoding="utf-8", errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def _environment(self) -> dict[str, str]:
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONSTARTUP"}
        path = [p for p in environment.get("PYTHONPATH", "").split(os.pathsep) if p]
        environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), *(str(Path(p).resolve()) for p in path)])
        environment["IPYTHONDIR"] = self._own.name
        environment["LOCALE"] = self._locale
        environment["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
        return environment
