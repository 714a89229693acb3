-- Erasure of one person's traces (rulings §13, docs/decisions/096-redaction.md).
ALTER TABLE "event" ADD COLUMN "redacted_at" TIMESTAMPTZ(3);

-- What was redacted, without any text: for restoring an older backup, which still has the texts. A
-- row outlives its event.
CREATE TABLE "redacted_event" (
    "account" INTEGER NOT NULL,
    "id" BIGINT NOT NULL,
    "site" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "redacted_event_pkey" PRIMARY KEY ("account", "id")
);

-- A word that redacted events used. No new event refers to it; when no other event does, it is
-- deleted.
ALTER TABLE "dictionary" ADD COLUMN "retired_at" TIMESTAMPTZ(3);

-- Accounts with retired words, and from when on they are looked for in events.
CREATE TABLE "word_sweep" (
    "account_no" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "word_sweep_pkey" PRIMARY KEY ("account_no")
);
ALTER TABLE "word_sweep" ADD CONSTRAINT "word_sweep_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account"("no")
    ON DELETE CASCADE ON UPDATE CASCADE;

-- Redactions of all events of one person. Whom they are about is forgotten at their end.
CREATE TABLE "redaction" (
    "no" SERIAL NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_no" INTEGER NOT NULL,
    "site_no" INTEGER,
    "site_id" UUID,
    "user_id" BIGINT,
    "username" TEXT,
    "actor_kind" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "done_at" TIMESTAMPTZ(3),
    "matched" BIGINT NOT NULL DEFAULT 0,
    "redacted" BIGINT NOT NULL DEFAULT 0,
    "held" BIGINT NOT NULL DEFAULT 0,
    -- Events up to this position were looked at.
    "after_time" TIMESTAMPTZ(3),
    "after_id" BIGINT,
    -- When the first and the last of the redacted events arrived.
    "first_received" TIMESTAMPTZ(3),
    "last_received" TIMESTAMPTZ(3),
    -- What had these events and cannot be called back.
    "left" JSONB,
    "lease_until" TIMESTAMPTZ(3),
    CONSTRAINT "redaction_pkey" PRIMARY KEY ("no"),
    CONSTRAINT "redaction_site_check" CHECK (("site_no" IS NULL) = ("site_id" IS NULL)),
    CONSTRAINT "redaction_person_check" CHECK (CASE WHEN "done_at" IS NULL
        THEN "username" IS NOT NULL OR ("user_id" IS NOT NULL AND "site_no" IS NOT NULL)
        ELSE "username" IS NULL AND "user_id" IS NULL END)
);
CREATE UNIQUE INDEX "redaction_id_key" ON "redaction"("id");
-- One at a time an account.
CREATE UNIQUE INDEX "redaction_running_key" ON "redaction"("account_no") WHERE "done_at" IS NULL;
CREATE INDEX "redaction_account_no_no_idx" ON "redaction"("account_no", "no" DESC);
ALTER TABLE "redaction" ADD CONSTRAINT "redaction_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account"("no")
    ON DELETE CASCADE ON UPDATE CASCADE;
