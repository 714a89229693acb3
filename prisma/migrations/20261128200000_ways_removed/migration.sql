-- News that ways to sign in were removed (rulings §10.21, §10.28).
ALTER TABLE "mail"
    DROP CONSTRAINT "mail_kind_check",
    ADD CONSTRAINT "mail_kind_check" CHECK ("kind" IN ('fair_use', 'limit_near', 'limit_reached', 'account_key', 'administrator', 'second_factor_off', 'recovery_code', 'account_email', 'person_email', 'person_reset', 'way_removed', 'weekly', 'checkpoint', 'stream_failing', 'stream_disabled', 'log_mismatch'));
