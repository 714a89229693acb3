-- Alerts and news by mail end by a link as well (rulings §10.28, §15.3): those of a person, or those to the address of an
-- account with which nobody signs in.
ALTER TABLE "unsubscribe_token"
    ALTER COLUMN "person_no" DROP NOT NULL,
    ADD COLUMN "account_no" INTEGER,
    DROP CONSTRAINT "unsubscribe_token_kind_check",
    ADD CONSTRAINT "unsubscribe_token_kind_check" CHECK ("kind" IN ('weekly', 'checkpoint', 'alert', 'account_key', 'administrator', 'second_factor_off', 'recovery_code')),
    ADD CONSTRAINT "unsubscribe_token_whose_check" CHECK (("person_no" IS NULL) = ("account_no" IS NOT NULL));
CREATE INDEX "unsubscribe_token_account_no_idx" ON "unsubscribe_token"("account_no");
ALTER TABLE "unsubscribe_token" ADD CONSTRAINT "unsubscribe_token_account_no_fkey"
    FOREIGN KEY ("account_no") REFERENCES "account"("no") ON DELETE CASCADE ON UPDATE CASCADE;

-- How many events each reader of a stream of mails was not told of, because the account had sent its mails of the hour.
ALTER TABLE "stream" ADD COLUMN "untold" JSONB NOT NULL DEFAULT '{}';
