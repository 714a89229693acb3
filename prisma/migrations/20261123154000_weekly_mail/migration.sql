-- The weekly summary by mail (rulings §10.40): who gets that of which account, and when the next one is due.
ALTER TABLE "person" ADD COLUMN "time_zone" TEXT;
CREATE TABLE "weekly_mail" (
    "person_no" INTEGER NOT NULL,
    "account_no" INTEGER NOT NULL,
    "with_texts" BOOLEAN NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "weekly_mail_pkey" PRIMARY KEY ("person_no", "account_no")
);
CREATE INDEX "weekly_mail_due_at_idx" ON "weekly_mail"("due_at");
-- It ends with the membership.
ALTER TABLE "weekly_mail" ADD CONSTRAINT "weekly_mail_person_no_account_no_fkey" FOREIGN KEY ("person_no", "account_no") REFERENCES "membership"("person_no", "account_no") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the links in these mails open: each ends one kind of mail of one person. Only hashes are kept.
CREATE TABLE "unsubscribe_token" (
    "hash" BYTEA NOT NULL,
    "person_no" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "unsubscribe_token_pkey" PRIMARY KEY ("hash"),
    CONSTRAINT "unsubscribe_token_kind_check" CHECK ("kind" IN ('weekly'))
);
CREATE INDEX "unsubscribe_token_person_no_idx" ON "unsubscribe_token"("person_no");
CREATE INDEX "unsubscribe_token_created_at_idx" ON "unsubscribe_token"("created_at");
ALTER TABLE "unsubscribe_token" ADD CONSTRAINT "unsubscribe_token_person_no_fkey" FOREIGN KEY ("person_no") REFERENCES "person"("no") ON DELETE CASCADE ON UPDATE CASCADE;

-- A weekly mail waits in the outbox with the Monday of its week, and without its text. It is unique by person, account
-- and week. Every other mail that waits goes first: it has no week.
ALTER TABLE "mail"
    ADD COLUMN "week" DATE,
    DROP CONSTRAINT "mail_kind_check",
    ADD CONSTRAINT "mail_kind_check" CHECK ("kind" IN ('fair_use', 'limit_near', 'limit_reached', 'account_key', 'administrator', 'second_factor_off', 'recovery_code', 'account_email', 'person_email', 'person_reset', 'weekly')),
    ADD CONSTRAINT "mail_week_check" CHECK (("kind" = 'weekly') = ("week" IS NOT NULL));
CREATE UNIQUE INDEX "mail_person_no_account_no_week_key" ON "mail"("person_no", "account_no", "week");
DROP INDEX "mail_due";
CREATE INDEX "mail_due" ON "mail" ("week" NULLS FIRST, "due_at") WHERE "done_at" IS NULL;
