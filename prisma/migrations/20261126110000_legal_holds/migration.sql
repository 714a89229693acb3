-- Legal hold (rulings §13.6, docs/decisions/095-legal-hold.md): while one covers a site nothing of it
-- is deleted. A row outlives its site, because an ended one stays in the list.
CREATE TABLE "legal_hold" (
    "no" SERIAL NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_no" INTEGER NOT NULL,
    -- Null: the whole account.
    "site_no" INTEGER,
    "site_id" UUID,
    "reason" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "ended_at" TIMESTAMPTZ(3),
    CONSTRAINT "legal_hold_pkey" PRIMARY KEY ("no"),
    CONSTRAINT "legal_hold_site_check" CHECK (("site_no" IS NULL) = ("site_id" IS NULL)),
    CONSTRAINT "legal_hold_reason_check" CHECK (char_length("reason") BETWEEN 1 AND 500)
);
CREATE UNIQUE INDEX "legal_hold_id_key" ON "legal_hold"("id");
CREATE INDEX "legal_hold_account_no_created_at_no_idx" ON "legal_hold"("account_no", "created_at" DESC, "no" DESC);
ALTER TABLE "legal_hold" ADD CONSTRAINT "legal_hold_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account"("no")
    ON DELETE CASCADE ON UPDATE CASCADE;
