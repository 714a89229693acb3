-- What leaves takes time: an export also hands out what arrives while it runs, and a delivery is
-- noted at its end. So a redaction has to know when the one ended and the other began (rulings
-- §13.2). Both are null where nobody knows.
ALTER TABLE "action" ADD COLUMN "ended_at" TIMESTAMPTZ(3);
ALTER TABLE "stream" ADD COLUMN "tried_at" TIMESTAMPTZ(3);

-- All of before have ended by now, and when was not written. A day is longer than any of them took.
UPDATE "action" SET "ended_at" = least("occurred_at" + interval '1 day', clock_timestamp())
  WHERE "action" IN ('events.export', 'log.bundle');
