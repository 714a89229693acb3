-- Redaction in the signed log (rulings §13.4, docs/decisions/099-redaction-in-the-log.md).

-- Salts of events whose day lost its key, because another event of the day was redacted.
CREATE TABLE "log_salt_kept" (
    "account" INTEGER NOT NULL,
    "site" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "id" BIGINT NOT NULL,
    "salt" BYTEA NOT NULL,
    CONSTRAINT "log_salt_kept_pkey" PRIMARY KEY ("account", "site", "day", "id")
);

-- The log and the leaf of the note that names a redacted event; null: the log does not know it yet,
-- or does not have the event.
ALTER TABLE "redacted_event" ADD COLUMN "log" INTEGER, ADD COLUMN "note" BIGINT,
    ADD CONSTRAINT "redacted_event_note_check" CHECK (("log" IS NULL) = ("note" IS NULL));
