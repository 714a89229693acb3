-- A subscription is one row, whichever account it is of (rulings §9.4): its events name an account or none, and later ones
-- may name another. What operators are told of its payment stands in the same row.
ALTER TABLE "subscription"
    DROP CONSTRAINT "subscription_pkey",
    DROP CONSTRAINT "subscription_account_no_fkey",
    ALTER COLUMN "account_no" DROP NOT NULL,
    ADD COLUMN "no" SERIAL NOT NULL,
    ADD COLUMN "named_at" BIGINT,
    ADD COLUMN "named_by_grant" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "held_at" TIMESTAMPTZ(3),
    ADD COLUMN "held_reason" TEXT,
    ADD COLUMN "noted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    ADD CONSTRAINT "subscription_pkey" PRIMARY KEY ("no");

INSERT INTO "subscription" ("account_no", "id", "created_at")
SELECT h."account_no", h."subscription", floor(extract(epoch FROM h."at"))::bigint FROM "held_payment" h
WHERE NOT EXISTS (SELECT FROM "subscription" s WHERE s."account_no" = h."account_no" AND s."id" = h."subscription");

UPDATE "subscription" s SET "held_at" = h."at", "held_reason" = h."reason"
FROM "held_payment" h WHERE h."account_no" = s."account_no" AND h."subscription" = s."id";
DROP TABLE "held_payment";

UPDATE "subscription" SET "named_by_grant" = "granted_at" IS NOT NULL,
    "named_at" = coalesce("granted_at", greatest("unpriced_at", "ended_at"), "created_at");

-- Of a subscription that had rows of several accounts, the row of its newest grant stays, with the newest end of all.
UPDATE "subscription" s SET "ended_at" = k."ended_at", "unpriced_at" = k."unpriced_at"
FROM (SELECT "id", max("ended_at") AS "ended_at", max("unpriced_at") AS "unpriced_at" FROM "subscription" GROUP BY "id" HAVING count(*) > 1) k
WHERE k."id" = s."id";
DELETE FROM "subscription" s USING "subscription" o
WHERE o."id" = s."id" AND (o."named_by_grant", o."named_at", o."no") > (s."named_by_grant", s."named_at", s."no");

ALTER TABLE "subscription" ADD CONSTRAINT "subscription_account_no_fkey"
    FOREIGN KEY ("account_no") REFERENCES "account" ("no") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE UNIQUE INDEX "subscription_id_key" ON "subscription" ("id");
CREATE INDEX "subscription_account_no_idx" ON "subscription" ("account_no");
CREATE INDEX "subscription_held_at_no_idx" ON "subscription" ("held_at" DESC, "no" DESC);
