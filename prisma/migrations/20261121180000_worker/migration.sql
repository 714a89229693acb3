-- The retention worker's memory (rulings §9.2; docs/decisions/020-retention-worker.md): one row.
CREATE TABLE "retention_state" (
    "only" BOOLEAN NOT NULL DEFAULT true,
    -- When a pass last began that was allowed to delete, and which database that was.
    "last_run_at" TIMESTAMPTZ(3) NOT NULL,
    "identity" TEXT NOT NULL,
    -- What the last pass that came to its end has deleted.
    "last_end_at" TIMESTAMPTZ(3),
    "last_deleted" BIGINT,
    CONSTRAINT "retention_state_pkey" PRIMARY KEY ("only"),
    CONSTRAINT "retention_state_only_check" CHECK ("only")
);

-- Mails that wait to be sent, and those that were (rulings §9.3): one of a kind for an account and a month.
CREATE TABLE "mail" (
    "no" SERIAL NOT NULL,
    "account_no" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "month" DATE NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,
    "outcome" TEXT,
    "done_at" TIMESTAMPTZ(3),
    CONSTRAINT "mail_pkey" PRIMARY KEY ("no"),
    CONSTRAINT "mail_kind_check" CHECK ("kind" IN ('fair_use')),
    CONSTRAINT "mail_outcome_check" CHECK ("outcome" IN ('sent', 'logged') AND "outcome" IS NOT NULL = ("done_at" IS NOT NULL)),
    CONSTRAINT "mail_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account" ("no") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "mail_account_no_kind_month_key" ON "mail" ("account_no", "kind", "month");
CREATE INDEX "mail_due" ON "mail" ("due_at") WHERE "done_at" IS NULL;

-- Processes that work on the database, for the person on call.
CREATE TABLE "instance" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "instance_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "instance_kind_check" CHECK ("kind" IN ('server', 'worker'))
);
