-- How far a redaction has come while it prepares days of many events (rulings §13.4).
ALTER TABLE "redaction" ADD COLUMN "salts_kept" BIGINT NOT NULL DEFAULT 0;
