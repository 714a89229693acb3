-- Operators who are signed in to the console (rulings §8).
CREATE TABLE "operator_session" (
    "no" SERIAL NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "token_no" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "operator_session_pkey" PRIMARY KEY ("no")
);
CREATE UNIQUE INDEX "operator_session_prefix_key" ON "operator_session"("prefix");
CREATE INDEX "operator_session_token_no_idx" ON "operator_session"("token_no");
ALTER TABLE "operator_session" ADD CONSTRAINT "operator_session_token_no_fkey" FOREIGN KEY ("token_no") REFERENCES "admin_token"("no") ON DELETE CASCADE ON UPDATE CASCADE;
