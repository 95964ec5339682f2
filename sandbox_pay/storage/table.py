"""Tables of records: the record as JSON, beside it the columns that are searched."""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from sandbox_pay.domains.domain_records import DomainRecord
from sandbox_pay.objects.case_records import Dispute, FraudWarning, ReviewRecord
from sandbox_pay.objects.records import (
    BalanceTransaction,
    ChargeRecord,
    Customer,
    Delivery,
    Endpoint,
    Event,
    IntentRecord,
    MethodRecord,
    Record,
    RefundRecord,
    Timer,
)
from sandbox_pay.objects.setup_records import ConfirmationToken, SetupAttempt, SetupIntentRecord

R = TypeVar("R", bound=Record)
Value = str | int | float | None


@dataclass(frozen=True)
class RecordTable(Generic[R]):
    """A table of one kind of record. `columns` are attributes that are stored as columns as well."""

    name: str
    record: type[R]
    columns: tuple[str, ...] = ()

    def schema(self) -> str:
        columns = "".join(f", {column} {self._type(column)}" for column in self.columns)
        indexes = "".join(
            f"CREATE INDEX IF NOT EXISTS {self.name}_{column} ON {self.name} ({column});" for column in self.columns
        )
        return (
            f"CREATE TABLE IF NOT EXISTS {self.name} (place INTEGER PRIMARY KEY AUTOINCREMENT, "
            f"id TEXT NOT NULL UNIQUE, created INTEGER NOT NULL, body TEXT NOT NULL{columns});{indexes}"
        )

    def needs(self) -> str:
        """Return what every record must have, so that records of an older program are known."""
        return " ".join(name for name, field in self.record.model_fields.items() if field.is_required())

    def save(self, connection: sqlite3.Connection, record: R) -> R:
        """Insert the record, or replace the one with its id; its place in the order of creation stays."""
        values: list[Value] = [record.id, record.created, record.model_dump_json()]
        values += [getattr(record, column) for column in self.columns]
        names = ("id", "created", "body", *self.columns)
        updates = ", ".join(f"{name} = excluded.{name}" for name in names if name != "id")
        connection.execute(
            f"INSERT INTO {self.name} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))}) "  # noqa: S608
            f"ON CONFLICT (id) DO UPDATE SET {updates}",
            values,
        )
        return record

    def find(self, connection: sqlite3.Connection, record_id: str) -> R | None:
        found = self.search(connection, {"id = ?": record_id}, limit=1)
        return found[0] if found else None

    def search(
        self,
        connection: sqlite3.Connection,
        conditions: Mapping[str, Value],
        *,
        order: str = "place DESC",
        limit: int = -1,
    ) -> Sequence[R]:
        """Return the records that meet all conditions, as in `{"customer = ?": "cus_1"}`; newest first."""
        where = " AND ".join(conditions) or "1"
        rows = connection.execute(
            f"SELECT body FROM {self.name} WHERE {where} ORDER BY {order} LIMIT ?",  # noqa: S608 - texts of our own
            [*conditions.values(), limit],
        )
        return [self.record.model_validate_json(body) for (body,) in rows]

    def remove(self, connection: sqlite3.Connection, record_id: str) -> None:
        connection.execute(f"DELETE FROM {self.name} WHERE id = ?", [record_id])  # noqa: S608 - a name of our own

    def place(self, connection: sqlite3.Connection, record_id: str) -> int | None:
        """Return where the record stands in the order of creation."""
        row = connection.execute(f"SELECT place FROM {self.name} WHERE id = ?", [record_id]).fetchone()  # noqa: S608
        return None if row is None else int(row[0])

    def _type(self, column: str) -> str:
        return "INTEGER" if self.record.model_fields[column].annotation in {int, bool} else "TEXT"


CUSTOMERS = RecordTable("customers", Customer, ("email", "deleted"))
METHODS = RecordTable("payment_methods", MethodRecord, ("customer",))
INTENTS = RecordTable("payment_intents", IntentRecord, ("customer",))
SETUP_INTENTS = RecordTable("setup_intents", SetupIntentRecord, ("customer", "payment_method"))
SETUP_ATTEMPTS = RecordTable("setup_attempts", SetupAttempt, ("setup_intent",))
CONFIRMATION_TOKENS = RecordTable("confirmation_tokens", ConfirmationToken)
CHARGES = RecordTable("charges", ChargeRecord, ("payment_intent", "customer"))
BALANCE = RecordTable("balance_transactions", BalanceTransaction)
REFUNDS = RecordTable("refunds", RefundRecord, ("charge", "payment_intent"))
DISPUTES = RecordTable("disputes", Dispute, ("charge", "payment_intent"))
REVIEWS = RecordTable("reviews", ReviewRecord, ("closed_reason",))
FRAUD_WARNINGS = RecordTable("early_fraud_warnings", FraudWarning, ("charge", "payment_intent"))
EVENTS = RecordTable("events", Event, ("type",))
ENDPOINTS = RecordTable("endpoints", Endpoint, ("url",))
DELIVERIES = RecordTable("deliveries", Delivery, ("event", "done", "due_at"))
DOMAINS = RecordTable("payment_method_domains", DomainRecord, ("domain_name", "enabled"))
TIMERS = RecordTable("timers", Timer, ("due_at",))

TABLES: tuple[
    RecordTable[Customer]
    | RecordTable[MethodRecord]
    | RecordTable[IntentRecord]
    | RecordTable[SetupIntentRecord]
    | RecordTable[SetupAttempt]
    | RecordTable[ConfirmationToken]
    | RecordTable[ChargeRecord]
    | RecordTable[BalanceTransaction]
    | RecordTable[RefundRecord]
    | RecordTable[Dispute]
    | RecordTable[ReviewRecord]
    | RecordTable[FraudWarning]
    | RecordTable[Event]
    | RecordTable[Endpoint]
    | RecordTable[Delivery]
    | RecordTable[DomainRecord]
    | RecordTable[Timer],
    ...,
] = (
    CUSTOMERS,
    METHODS,
    INTENTS,
    SETUP_INTENTS,
    SETUP_ATTEMPTS,
    CONFIRMATION_TOKENS,
    CHARGES,
    BALANCE,
    REFUNDS,
    DISPUTES,
    REVIEWS,
    FRAUD_WARNINGS,
    EVENTS,
    ENDPOINTS,
    DELIVERIES,
    DOMAINS,
    TIMERS,
)
