-- The most events that an account of a plan may send in a month; null is no limit.
ALTER TABLE "plan" ADD COLUMN "hard_limit_events" BIGINT,
    ADD CONSTRAINT "plan_hard_limit_events_check" CHECK ("hard_limit_events" > 0);

-- Two more mails of a month: 80 % of the limit, and all of it.
ALTER TABLE "mail"
    DROP CONSTRAINT "mail_kind_check",
    ADD CONSTRAINT "mail_kind_check" CHECK ("kind" IN ('fair_use', 'limit_near', 'limit_reached', 'account_key', 'administrator', 'second_factor_off', 'recovery_code', 'account_email', 'person_email', 'person_reset')),
    DROP CONSTRAINT "mail_month_check",
    ADD CONSTRAINT "mail_month_check" CHECK (("kind" IN ('fair_use', 'limit_near', 'limit_reached')) = ("month" IS NOT NULL));
