-- The log of logs (docs/decisions/108-log-of-logs.md): the checkpoints of all logs, in a log of its own
-- that witnesses cosign. It is the log of the account 0, which no account is, so all of it lies on one
-- machine of Citus.

-- What the log of logs last said of each log.
CREATE TABLE "log_told" (
    "account" INTEGER NOT NULL,
    "of_account" INTEGER NOT NULL,
    "of_log" INTEGER NOT NULL,
    -- The log of the account 0 that holds the entries; after a restore another one begins.
    "log" INTEGER NOT NULL,
    "size" BIGINT NOT NULL,
    -- The newest entry, and the newest that the cosigned checkpoint covered when this one was appended.
    "entry" BIGINT NOT NULL,
    "covered" BIGINT,
    CONSTRAINT "log_told_pkey" PRIMARY KEY ("account", "of_account", "of_log")
) WITH (fillfactor = 70);

-- What each witness cosigned last, and since when it has not answered as it must.
CREATE TABLE "log_witness" (
    "account" INTEGER NOT NULL,
    "vkey" TEXT NOT NULL,
    "log" INTEGER NOT NULL,
    "size" BIGINT NOT NULL DEFAULT 0,
    -- The line of its cosignature of this size.
    "line" TEXT NOT NULL DEFAULT '',
    "cosigned_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "failure" TEXT,
    CONSTRAINT "log_witness_pkey" PRIMARY KEY ("account", "vkey")
) WITH (fillfactor = 70);

-- The newest checkpoint of each log of logs with the cosignatures that bundles show.
CREATE TABLE "log_cosigned" (
    "account" INTEGER NOT NULL,
    "log" INTEGER NOT NULL,
    "size" BIGINT NOT NULL,
    "checkpoint" TEXT NOT NULL,
    CONSTRAINT "log_cosigned_pkey" PRIMARY KEY ("account", "log")
) WITH (fillfactor = 70);
