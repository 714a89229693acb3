-- The retention worker's memory (rulings §9.2; docs/decisions/018-retention-worker.md): one row.
CREATE TABLE "retention_state" (
    "only" BOOLEAN NOT NULL DEFAULT true,
    -- When a pass last began that was allowed to delete, and which database that was.
    "last_run_at" TIMESTAMPTZ(3) NOT NULL,
    "identity" TEXT NOT NULL,
    -- What the last pass that came to its end has deleted.
    "last_end_at" TIMESTAMPTZ(3),
    "last_deleted" BIGINT,
    CONSTRAINT "retention_state_pkey" PRIMARY KEY ("only"),
    CONSTRAINT "retention_state_only_check" CHECK ("only")
);
