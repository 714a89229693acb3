-- The sealer of the signed log (docs/decisions/094-sealing.md) makes a note of what was purged on
-- former UTC days, so each row says since when it gathers.
ALTER TABLE "log_purge" ADD COLUMN "since" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp();

-- Keys are numbered from 1 by the statement that inserts them. A sequence would leave gaps, and two
-- processes that start at once would both make a first key.
ALTER TABLE "log_key" ALTER COLUMN "no" DROP DEFAULT;
DROP SEQUENCE "log_key_no_seq";
