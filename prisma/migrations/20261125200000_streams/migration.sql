-- What the service sends out by itself (rulings §15, docs/decisions/087-streams.md). Ordinary
-- tables on Citus: they are small, and worked on by id.
CREATE TABLE "stream" (
    "no" SERIAL NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_no" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "sink" JSONB NOT NULL,
    -- The secret fields of the sink and the signing secrets, encrypted.
    "sealed" BYTEA NOT NULL,
    "filters" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL DEFAULT 'active',
    "paused_by" TEXT,
    -- A member made it in the dashboard, so that a stream of mails needs no paid plan.
    "by_member" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    -- The position: every commit up to `seq` was seen, and of the next one the events up to
    -- `event_id` (docs/decisions/016-tail.md).
    "era" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "event_id" BIGINT NOT NULL DEFAULT 0,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "failing_since" TIMESTAMPTZ(3),
    -- Whether the owners were told by mail that it fails.
    "told_failing" BOOLEAN NOT NULL DEFAULT false,
    "last_error" TEXT,
    "last_delivery_at" TIMESTAMPTZ(3),
    "delivered" BIGINT NOT NULL DEFAULT 0,
    "gap" JSONB,
    -- The event that the sink refused alone, how often, and since when.
    "refused_id" BIGINT,
    "refused_count" INTEGER NOT NULL DEFAULT 0,
    "refused_since" TIMESTAMPTZ(3),
    -- Events set aside in a row without one accepted, and the position before the first of them.
    "aside_run" INTEGER NOT NULL DEFAULT 0,
    "aside_seq" BIGINT,
    "aside_event_id" BIGINT,
    "testing_until" TIMESTAMPTZ(3),
    "lease" UUID,
    "lease_until" TIMESTAMPTZ(3),
    CONSTRAINT "stream_pkey" PRIMARY KEY ("no"),
    CONSTRAINT "stream_status_check" CHECK ("status" IN ('active', 'paused', 'disabled')),
    CONSTRAINT "stream_paused_by_check" CHECK (("status" = 'paused') = ("paused_by" IS NOT NULL)
        AND "paused_by" IN ('customer', 'operator', 'restore', 'failover')),
    CONSTRAINT "stream_name_check" CHECK (char_length("name") BETWEEN 1 AND 200)
);
CREATE UNIQUE INDEX "stream_id_key" ON "stream"("id");
CREATE UNIQUE INDEX "stream_account_no_name_key" ON "stream"("account_no", "name");
CREATE INDEX "stream_status_next_at_idx" ON "stream"("status", "next_at");
ALTER TABLE "stream" ADD CONSTRAINT "stream_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account"("no")
    ON DELETE CASCADE ON UPDATE CASCADE;

-- The last deliveries of each stream.
CREATE TABLE "stream_delivery" (
    "no" BIGSERIAL NOT NULL,
    "stream_no" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "outcome" TEXT NOT NULL,
    "events" INTEGER NOT NULL,
    "first_id" BIGINT,
    "last_id" BIGINT,
    "attempt" INTEGER NOT NULL,
    "status" INTEGER,
    "error" TEXT,
    "took_ms" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,
    CONSTRAINT "stream_delivery_pkey" PRIMARY KEY ("no"),
    CONSTRAINT "stream_delivery_outcome_check" CHECK ("outcome" IN ('delivered', 'refused', 'failed', 'set_aside'))
);
CREATE INDEX "stream_delivery_stream_no_no_idx" ON "stream_delivery"("stream_no", "no" DESC);
ALTER TABLE "stream_delivery" ADD CONSTRAINT "stream_delivery_stream_no_fkey" FOREIGN KEY ("stream_no") REFERENCES "stream"("no")
    ON DELETE CASCADE ON UPDATE CASCADE;

-- Events that a sink refused one by one. `retry` marks those that are sent again.
CREATE TABLE "stream_set_aside" (
    "stream_no" INTEGER NOT NULL,
    "event_id" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "status" INTEGER,
    "error" TEXT,
    "retry" BOOLEAN NOT NULL DEFAULT false,
    -- Where the stream stood before the first of the events that were set aside in a row with it.
    "run_seq" BIGINT,
    "run_event_id" BIGINT,
    CONSTRAINT "stream_set_aside_pkey" PRIMARY KEY ("stream_no", "event_id")
);
CREATE INDEX "stream_set_aside_stream_no_at_event_id_idx" ON "stream_set_aside"("stream_no", "at" DESC, "event_id" DESC);
ALTER TABLE "stream_set_aside" ADD CONSTRAINT "stream_set_aside_stream_no_fkey" FOREIGN KEY ("stream_no") REFERENCES "stream"("no")
    ON DELETE CASCADE ON UPDATE CASCADE;

-- Seals the secrets of streams where STREAM_SECRET is not set. One row.
CREATE TABLE "stream_key" (
    "no" INTEGER NOT NULL DEFAULT 1,
    "key" BYTEA NOT NULL,
    CONSTRAINT "stream_key_pkey" PRIMARY KEY ("no"),
    CONSTRAINT "stream_key_no_check" CHECK ("no" = 1)
);

ALTER TABLE "mail"
    DROP CONSTRAINT "mail_kind_check",
    ADD CONSTRAINT "mail_kind_check" CHECK ("kind" IN ('fair_use', 'limit_near', 'limit_reached', 'account_key', 'administrator', 'second_factor_off', 'recovery_code', 'account_email', 'person_email', 'person_reset', 'weekly', 'stream_failing', 'stream_disabled'));

ALTER TABLE "action" DROP CONSTRAINT "action_actor_kind_check";
ALTER TABLE "action" ADD CONSTRAINT "action_actor_kind_check"
    CHECK ("actor_kind" IN ('operator', 'account_key', 'group_key', 'site_key', 'stripe', 'cli', 'member', 'worker'));
