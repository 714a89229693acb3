-- What is kept of the payment provider's subscriptions, and which of its events were applied (rulings §9.4).
CREATE TABLE "subscription" (
    "account_no" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "granted_at" BIGINT,
    "price" TEXT,
    "ended_at" BIGINT,
    CONSTRAINT "subscription_pkey" PRIMARY KEY ("account_no", "id"),
    CONSTRAINT "subscription_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account" ("no") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "applied_payment" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "applied_payment_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "applied_payment_at_idx" ON "applied_payment" ("at");

-- One row: the last event that was refused or that nothing could be done with, for the person on call.
CREATE TABLE "payment_refusal" (
    "only" BOOLEAN NOT NULL DEFAULT true,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    CONSTRAINT "payment_refusal_pkey" PRIMARY KEY ("only"),
    CONSTRAINT "payment_refusal_only_check" CHECK ("only")
);
