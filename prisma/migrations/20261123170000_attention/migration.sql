-- What operators sort accounts by (rulings §8): the events of the month and the active sites, counted every minute.
-- No statement that stores events writes here, so that sorting costs nothing where events arrive.
CREATE TABLE "account_use" (
    "account_no" INTEGER NOT NULL,
    "events" BIGINT NOT NULL,
    "sites" INTEGER NOT NULL,
    "over_fair_use" BOOLEAN NOT NULL,
    "at_cap" BOOLEAN NOT NULL,
    CONSTRAINT "account_use_pkey" PRIMARY KEY ("account_no")
);
CREATE INDEX "account_use_events_account_no_idx" ON "account_use"("events" DESC, "account_no" DESC);
CREATE INDEX "account_use_sites_account_no_idx" ON "account_use"("sites" DESC, "account_no" DESC);
CREATE INDEX "account_use_over_fair_use_events_account_no_idx" ON "account_use"("over_fair_use", "events" DESC, "account_no" DESC);
CREATE INDEX "account_use_at_cap_sites_account_no_idx" ON "account_use"("at_cap", "sites" DESC, "account_no" DESC);
ALTER TABLE "account_use" ADD CONSTRAINT "account_use_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account"("no") ON DELETE CASCADE ON UPDATE CASCADE;

-- The regular sites of all accounts that have fallen silent, judged every hour.
CREATE TABLE "silent_site" (
    "site_no" INTEGER NOT NULL,
    "last_day" DATE NOT NULL,
    "usual_gap_days" INTEGER NOT NULL,
    CONSTRAINT "silent_site_pkey" PRIMARY KEY ("site_no")
);
CREATE INDEX "silent_site_last_day_site_no_idx" ON "silent_site"("last_day" DESC, "site_no" DESC);
ALTER TABLE "silent_site" ADD CONSTRAINT "silent_site_site_no_fkey" FOREIGN KEY ("site_no") REFERENCES "site"("no") ON DELETE CASCADE ON UPDATE CASCADE;

-- Payments that the provider reports and that give no plan: past due, incomplete, for a price of no plan.
CREATE TABLE "held_payment" (
    "no" SERIAL NOT NULL,
    "account_no" INTEGER NOT NULL,
    "subscription" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    CONSTRAINT "held_payment_pkey" PRIMARY KEY ("no")
);
CREATE UNIQUE INDEX "held_payment_account_no_subscription_key" ON "held_payment"("account_no", "subscription");
CREATE INDEX "held_payment_at_no_idx" ON "held_payment"("at" DESC, "no" DESC);
ALTER TABLE "held_payment" ADD CONSTRAINT "held_payment_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account"("no") ON DELETE CASCADE ON UPDATE CASCADE;

-- Sites that were refused lately. The time of the last accepted event is in no index, so noting it stays cheap.
CREATE INDEX "site_arrival_last_refused_at_site_no_idx" ON "site_arrival"("last_refused_at" DESC, "site_no" DESC);

-- Operators look for a part of a group's name or reference, in any case.
CREATE INDEX "site_group_name_parts" ON "site_group" USING gin ("search_parts"(lower("name"))) WITH (gin_pending_list_limit = 128);
CREATE INDEX "site_group_external_ref_parts" ON "site_group" USING gin ("search_parts"(lower("external_ref"))) WITH (gin_pending_list_limit = 128);
