-- The monthly mail with the checkpoint (rulings §16.15): when the next one is due to an owner who
-- switched it on.
ALTER TABLE "membership" ADD COLUMN "checkpoint_mail_due_at" TIMESTAMPTZ(3);
CREATE INDEX "membership_checkpoint_mail" ON "membership"("checkpoint_mail_due_at") WHERE "checkpoint_mail_due_at" IS NOT NULL;

-- It waits in the outbox as a weekly summary does, with the first day of its month as its week.
ALTER TABLE "mail"
    DROP CONSTRAINT "mail_kind_check",
    ADD CONSTRAINT "mail_kind_check" CHECK ("kind" IN ('fair_use', 'limit_near', 'limit_reached', 'account_key', 'administrator', 'second_factor_off', 'recovery_code', 'account_email', 'person_email', 'person_reset', 'weekly', 'checkpoint', 'stream_failing', 'stream_disabled', 'log_mismatch')),
    DROP CONSTRAINT "mail_week_check",
    ADD CONSTRAINT "mail_week_check" CHECK (("kind" IN ('weekly', 'checkpoint')) = ("week" IS NOT NULL));
DROP INDEX "mail_person_no_account_no_week_key";
CREATE UNIQUE INDEX "mail_person_no_account_no_kind_week_key" ON "mail"("person_no", "account_no", "kind", "week");

ALTER TABLE "unsubscribe_token"
    DROP CONSTRAINT "unsubscribe_token_kind_check",
    ADD CONSTRAINT "unsubscribe_token_kind_check" CHECK ("kind" IN ('weekly', 'checkpoint'));
