-- What a sink says may repeat the events that it was sent. It stands in a column of its own, which
-- operators do not read and a redaction empties; the other columns have sentences of ours alone.
ALTER TABLE "stream" ADD COLUMN "keeps_words" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "stream_delivery" ADD COLUMN "said" TEXT;
ALTER TABLE "stream_set_aside" ADD COLUMN "said" TEXT;

-- Words that were kept before are not told from sentences, and may be those of erased events.
UPDATE "stream" SET "last_error" = 'the receiver did not take it'
  WHERE "last_error" ~ '^(Splunk says: |rejected |warning: |answered [0-9]+: )';
UPDATE "stream_delivery" SET "error" = NULL WHERE "error" ~ '^(Splunk says: |rejected |warning: |answered [0-9]+: )';
UPDATE "stream_set_aside" SET "error" = NULL WHERE "error" ~ '^(Splunk says: |rejected |warning: |answered [0-9]+: )';
UPDATE "stream" SET "keeps_words" = false
  WHERE EXISTS (SELECT FROM "redacted_event" r WHERE r."account" = "stream"."account_no");
UPDATE "mail" SET "detail" = jsonb_set("detail", '{error}', '"the receiver did not take it"')
  WHERE "kind" IN ('stream_failing', 'stream_disabled')
    AND "detail" ->> 'error' ~ '^(Splunk says: |rejected |warning: |answered [0-9]+: )';
UPDATE "mail" SET "failure" = 'the mail server did not take the mail' WHERE "failure" IS NOT NULL;
