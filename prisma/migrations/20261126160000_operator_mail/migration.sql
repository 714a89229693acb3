-- The operator is told by mail what the look over the logs finds (rulings §16.14). So that each
-- leaf is told once, the ones that are known are kept, a thousand of a log at most.
ALTER TABLE "log_check" ADD COLUMN "found" BIGINT[] NOT NULL DEFAULT '{}', ADD COLUMN "found_at" TIMESTAMPTZ(3);
UPDATE "log_check" SET "found" = ARRAY["first_mismatch"] WHERE "first_mismatch" IS NOT NULL;

-- This mail belongs to no account and no person.
ALTER TABLE "mail"
    DROP CONSTRAINT "mail_kind_check",
    ADD CONSTRAINT "mail_kind_check" CHECK ("kind" IN ('fair_use', 'limit_near', 'limit_reached', 'account_key', 'administrator', 'second_factor_off', 'recovery_code', 'account_email', 'person_email', 'person_reset', 'weekly', 'stream_failing', 'stream_disabled', 'log_mismatch')),
    DROP CONSTRAINT "mail_owner_check",
    ADD CONSTRAINT "mail_owner_check" CHECK ("account_no" IS NOT NULL OR "person_no" IS NOT NULL OR "kind" = 'log_mismatch');
