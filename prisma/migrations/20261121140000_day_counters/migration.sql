-- An account's pictures add up few rows, however many sites it has (docs/decisions/015-day-counters.md).
-- Nothing is stored or purged while the counters are filled from what is there.
LOCK TABLE "kept", "accepted" IN SHARE MODE;

CREATE TABLE "kept_day" (
    "account" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "severity" SMALLINT NOT NULL,
    "n" BIGINT NOT NULL,
    CONSTRAINT "kept_day_pkey" PRIMARY KEY ("account", "day", "severity")
) WITH (fillfactor = 70);
INSERT INTO "kept_day" ("account", "day", "severity", "n")
SELECT "account", "day", "severity", sum("n") FROM "kept" GROUP BY 1, 2, 3 HAVING sum("n") <> 0 ORDER BY 1, 2, 3;

CREATE TABLE "accepted_day" (
    "account" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "events" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,
    CONSTRAINT "accepted_day_pkey" PRIMARY KEY ("account", "day")
) WITH (fillfactor = 70);
INSERT INTO "accepted_day" ("account", "day", "events", "bytes")
SELECT "account", "day", sum("events"), sum("bytes") FROM "accepted" GROUP BY 1, 2 ORDER BY 1, 2;
