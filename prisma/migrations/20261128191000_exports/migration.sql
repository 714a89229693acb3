-- A file of events that a proxy cut off may look whole. So each export has a row, by which its
-- reader learns how many events and bytes there are, and their sum (rulings §9.12).
CREATE TABLE "export" (
    "no" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "account_no" INTEGER NOT NULL,
    "group_id" UUID,
    "site_id" UUID,
    "session_no" INTEGER,
    "format" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "events" BIGINT NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "sha256" TEXT,
    -- Only what has ended is whole.
    CONSTRAINT "export_whole" CHECK ("sha256" IS NULL OR "ended_at" IS NOT NULL),
    CONSTRAINT "export_pkey" PRIMARY KEY ("no")
);
CREATE UNIQUE INDEX "export_id_key" ON "export"("id");
CREATE INDEX "export_account_no_no_idx" ON "export"("account_no", "no" DESC);
CREATE INDEX "export_started_at_idx" ON "export"("started_at");
ALTER TABLE "export" ADD CONSTRAINT "export_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account"("no") ON DELETE CASCADE ON UPDATE CASCADE;
