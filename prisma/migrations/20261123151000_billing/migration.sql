-- Members buy plans in the dashboard and choose which sites are active (rulings §10.19, §10.36).
-- Older rows of "subscription" learn these columns from their next event.
ALTER TABLE "subscription"
    ADD COLUMN "customer" TEXT,
    ADD COLUMN "status" TEXT,
    ADD COLUMN "cancel_at" BIGINT;

-- The one checkout of an account that may be open at the payment provider.
CREATE TABLE "checkout" (
    "account_no" INTEGER NOT NULL,
    "session" TEXT NOT NULL,
    "price" TEXT NOT NULL,
    CONSTRAINT "checkout_pkey" PRIMARY KEY ("account_no")
);
ALTER TABLE "checkout" ADD CONSTRAINT "checkout_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account"("no") ON DELETE CASCADE ON UPDATE CASCADE;

-- When sites were chosen: three times a day at most.
CREATE TABLE "chosen_sites" (
    "no" SERIAL NOT NULL,
    "account_no" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "chosen_sites_pkey" PRIMARY KEY ("no")
);
CREATE INDEX "chosen_sites_account_no_at_idx" ON "chosen_sites"("account_no", "at");
ALTER TABLE "chosen_sites" ADD CONSTRAINT "chosen_sites_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account"("no") ON DELETE CASCADE ON UPDATE CASCADE;
