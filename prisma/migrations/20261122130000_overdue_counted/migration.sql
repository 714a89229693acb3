-- What the worker last counted as overdue (rulings §9.2): GET /admin/retention reads it, because counting takes seconds where there are 100,000 sites.
ALTER TABLE "retention_state"
    ADD COLUMN "overdue_events" BIGINT,
    ADD COLUMN "overdue_sites" INTEGER,
    ADD COLUMN "overdue_oldest_day" DATE,
    -- When the count began, by the database's clock; null: nothing was counted yet.
    ADD COLUMN "overdue_counted_at" TIMESTAMPTZ(3);
