-- After a failover the running processes say what they acknowledged before it
-- (docs/decisions/077-same-history.md), and tails go on where they stood.
ALTER TABLE "instance" ADD COLUMN "answer" JSONB;
ALTER TABLE "retention_state" ADD COLUMN "question" JSONB;
ALTER TABLE "tail_era" ADD COLUMN "also" BIGINT[] DEFAULT ARRAY[]::BIGINT[];
ALTER TABLE "tail_era" ADD COLUMN "former" JSONB NOT NULL DEFAULT '[]';
