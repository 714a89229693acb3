-- The signed log (docs/decisions/092-signed-log.md): for each account a Merkle tree of its events in
-- the order of its tail, whose checkpoints are signed. All of it lies with the account on its machine
-- of Citus, but for the keys.

-- The end of each log of an account; only the newest one grows. Its row is the lock of whoever seals.
CREATE TABLE "log_head" (
    "account" INTEGER NOT NULL,
    "log" INTEGER NOT NULL,
    "origin" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    -- The tail is sealed up to this commit, in this incarnation. 0: the next seal begins another log.
    "seq" BIGINT NOT NULL,
    "era" BIGINT NOT NULL,
    -- The roots of the perfect subtrees of `size` leaves, from left to right, 32 bytes each.
    "edge" BYTEA NOT NULL,
    "checkpoint" TEXT NOT NULL,
    -- The `at` of the newest note, which no later one falls below.
    "noted_at" TIMESTAMPTZ(3) NOT NULL,
    -- [[number of a key, the size from which it signs], …], the oldest first.
    "keys" JSONB NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "log_head_pkey" PRIMARY KEY ("account", "log")
) WITH (fillfactor = 50);

-- Up to 32 entries a row. The newest row is written anew with each seal, so its bytes must not lie
-- outside the table.
CREATE TABLE "log_entries" (
    "account" INTEGER NOT NULL,
    "log" INTEGER NOT NULL,
    "first" BIGINT NOT NULL,
    -- The largest id of an event in this row and those before it: ids are found by it.
    "high" BIGINT NOT NULL,
    "heads" BYTEA NOT NULL,
    "commitments" BYTEA NOT NULL,
    -- The root of the 32 leaves, once all are there.
    "root" BYTEA,
    CONSTRAINT "log_entries_pkey" PRIMARY KEY ("account", "log", "first")
);
ALTER TABLE "log_entries" ALTER COLUMN "heads" SET STORAGE MAIN, ALTER COLUMN "commitments" SET STORAGE MAIN,
    ALTER COLUMN "root" SET STORAGE MAIN;

-- The roots of subtrees of 256 leaves (level 1), of 65,536 (level 2) and so on, 32 in a row.
CREATE TABLE "log_tile" (
    "account" INTEGER NOT NULL,
    "log" INTEGER NOT NULL,
    "level" SMALLINT NOT NULL,
    "part" BIGINT NOT NULL,
    "hashes" BYTEA NOT NULL,
    CONSTRAINT "log_tile_pkey" PRIMARY KEY ("account", "log", "level", "part")
);
ALTER TABLE "log_tile" ALTER COLUMN "hashes" SET STORAGE MAIN;

-- A site in the log, which outlives the site: `n` is the number of its last event.
CREATE TABLE "log_site" (
    "account" INTEGER NOT NULL,
    "site" INTEGER NOT NULL,
    "site_id" UUID NOT NULL,
    "n" BIGINT NOT NULL DEFAULT 0,
    -- What the newest note says of its retention; -1: it is never purged.
    "retention_days" INTEGER NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "log_site_pkey" PRIMARY KEY ("account", "site")
) WITH (fillfactor = 70);

-- The key from which the salts of a site's events of a UTC day are derived. It goes with the last of
-- them.
CREATE TABLE "log_salt" (
    "account" INTEGER NOT NULL,
    "site" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "key" BYTEA NOT NULL,
    CONSTRAINT "log_salt_pkey" PRIMARY KEY ("account", "site", "day")
);

-- What acts tell the log, in their own transactions. It is sealed in the order of "at" and "place".
CREATE TABLE "log_outbox" (
    "account" INTEGER NOT NULL,
    "no" UUID NOT NULL DEFAULT gen_random_uuid(),
    "at" TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    "place" SMALLINT NOT NULL DEFAULT 0,
    "note" JSONB NOT NULL,
    CONSTRAINT "log_outbox_pkey" PRIMARY KEY ("account", "no")
);

-- What retention deleted since the last note about it.
CREATE TABLE "log_purge" (
    "account" INTEGER NOT NULL,
    "site" INTEGER NOT NULL,
    "before" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "events" BIGINT NOT NULL,
    -- Some of them may not be in the log: it was behind by a day.
    "unsealed" BOOLEAN NOT NULL DEFAULT false,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "log_purge_pkey" PRIMARY KEY ("account", "site")
) WITH (fillfactor = 70);

-- How far the service has looked its own log over, and what did not match.
CREATE TABLE "log_check" (
    "account" INTEGER NOT NULL,
    "log" INTEGER NOT NULL,
    "checked" BIGINT NOT NULL DEFAULT 0,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "mismatches" BIGINT NOT NULL DEFAULT 0,
    "first_mismatch" BIGINT,
    CONSTRAINT "log_check_pkey" PRIMARY KEY ("account", "log")
) WITH (fillfactor = 70);

-- The keys that sign, numbered from 1. "seed" is null where the environment keeps the key. After
-- "until" a key signs no more.
CREATE TABLE "log_key" (
    "no" INTEGER NOT NULL,
    "public" BYTEA NOT NULL,
    "seed" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "until" TIMESTAMPTZ(3),
    CONSTRAINT "log_key_pkey" PRIMARY KEY ("no")
);
CREATE UNIQUE INDEX "log_key_public_key" ON "log_key"("public");
