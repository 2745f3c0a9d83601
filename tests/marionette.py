"""A small client of Marionette, by which Firefox is driven; Playwright drives only a Firefox of its own."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

FIREFOX = next((path for name in ("firefox-esr", "firefox") if (path := shutil.which(name))), "")
_PATIENCE = 60  # seconds


class Firefox:
    """One window of Firefox, without a screen."""

    def __init__(self, profile: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        words = [FIREFOX, "--headless", "--no-remote", "--profile", str(profile), "--marionette"]
        environment = {**os.environ, "MOZ_HEADLESS": "1"}
        self._process = subprocess.Popen(
            words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, env=environment
        )
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                self._link = socket.create_connection(("127.0.0.1", port), timeout=_PATIENCE)
                break
            except OSError:
                if time.monotonic() > until:
                    self.close()
                    raise
                time.sleep(0.3)
        self._count = 0
        self._read()
        self.ask("WebDriver:NewSession", {})

    def _read(self) -> Any:
        size = b""
        while not size.endswith(b":"):
            size += self._link.recv(1)
        content = b""
        while len(content) < int(size[:-1]):
            content += self._link.recv(int(size[:-1]) - len(content))
        return json.loads(content)

    def ask(self, what: str, given: dict[str, Any]) -> Any:
        self._count += 1
        question = json.dumps([0, self._count, what, given])
        self._link.sendall(f"{len(question)}:{question}".encode())
        _, _, fault, answer = self._read()
        assert fault is None, fault
        return answer

    def run(self, script: str) -> Any:
        """What a script returns."""
        return self.ask("WebDriver:ExecuteScript", {"script": script, "args": []})["value"]

    def open(self, address: str) -> None:
        self.ask("WebDriver:Navigate", {"url": address})

    def wait(self, condition: str) -> None:
        until = time.monotonic() + _PATIENCE
        while not self.run(f"return {condition}"):
            assert time.monotonic() < until, condition
            time.sleep(0.05)

    def close(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
