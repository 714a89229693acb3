-- The end of the file of an object store that is being put: a repeat ends there too, so that a put
-- that ends late overwrites nothing that it does not hold (docs/decisions/087-streams.md).
ALTER TABLE "stream"
    ADD COLUMN "file_seq" BIGINT,
    ADD COLUMN "file_event_id" BIGINT;
