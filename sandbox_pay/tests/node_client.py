"""Stripe's SDK for JavaScript as a second client: it was written apart from the Python one, and reads answers anew."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pydantic import BaseModel, JsonValue

from sandbox_pay.protocol.json import Json, as_json
from sandbox_pay.testing import ROOT, SandboxProcess

SCRIPT = Path(__file__).with_suffix(".mjs")


class Refusal(BaseModel):
    """What the SDK made of a refused call. `type` is the class of its error, such as StripeCardError."""

    type: str
    message: str
    code: str | None = None
    decline_code: str | None = None
    param: str | None = None
    status: int | None = None
    payment_intent: str | None = None


class Refused(Exception):
    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.type}: {refusal.message}")
        self.refusal = refusal


class NodeClient:
    """A conversation with `node_client.mjs`. `tries` has the headers of each request of the last call."""

    def __init__(self, asked: IO[str], answered: IO[str]) -> None:
        self._asked = asked
        self._answered = answered
        self.tries: list[dict[str, str]] = []

    def call(self, name: str, *given: JsonValue) -> Json:
        """Call a function of the SDK (`paymentIntents.create`). Raises `Refused` when the SDK throws."""
        return as_json(self._ask({"call": name, "given": [*given]}))

    def all_of(self, name: str, *given: JsonValue, up_to: int) -> list[Json]:
        """Let the SDK turn the pages of a list."""
        answer = self._ask({"call": name, "given": [*given], "upTo": up_to})
        assert isinstance(answer, list)
        return [as_json(item) for item in answer]

    def _ask(self, question: Json) -> JsonValue:
        print(json.dumps(question), file=self._asked, flush=True)
        line = self._answered.readline()
        assert line, "Node has ended; it said above why."
        outcome = json.loads(line)
        self.tries = [{name.lower(): str(value) for name, value in sent.items()} for sent in outcome["tries"]]
        if "refusal" in outcome:
            raise Refused(Refusal.model_validate(outcome["refusal"]))
        answer: JsonValue = outcome["answer"]
        return answer


@contextmanager
def node_client(sandbox: SandboxProcess) -> Iterator[NodeClient]:
    """Start Node with the SDK, for as long as the block lasts."""
    command = ["node", str(SCRIPT), sandbox.base_url, sandbox.secret_key]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield NodeClient(process.stdin, process.stdout)
