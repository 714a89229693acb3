-- One row: which life of the database positions of tails belong to (docs/decisions/016-tail.md).
CREATE TABLE "tail_era" (
    "no" INTEGER NOT NULL DEFAULT 1,
    "identity" TEXT NOT NULL,
    "era" BIGINT NOT NULL,
    CONSTRAINT "tail_era_pkey" PRIMARY KEY ("no")
);

-- Exports are recorded, and site keys make them too (docs/decisions/017-export.md).
ALTER TABLE "action" DROP CONSTRAINT "action_actor_kind_check";
ALTER TABLE "action" ADD CONSTRAINT "action_actor_kind_check"
    CHECK ("actor_kind" IN ('operator', 'account_key', 'group_key', 'site_key', 'stripe', 'cli'));
