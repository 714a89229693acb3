-- rulings §10.48: the seconds of the newest event by which a subscription is paid for a price that
-- buys no plan. Payments that are held for this reason are such subscriptions already; their next
-- event tells of the customer.
ALTER TABLE "subscription" ADD COLUMN "unpriced_at" BIGINT;

INSERT INTO "subscription" ("account_no", "id", "created_at", "unpriced_at")
SELECT "account_no", "subscription", floor(extract(epoch FROM "at"))::bigint, floor(extract(epoch FROM "at"))::bigint
FROM "held_payment" WHERE "reason" = 'unknown price'
ON CONFLICT ("account_no", "id") DO UPDATE SET "unpriced_at" = excluded."unpriced_at";
