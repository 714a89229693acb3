-- «Why does it fail?» for account and group keys: when a request with the key was last refused, and the sentence
-- (rulings §8). Nothing is known of the refusals before.
ALTER TABLE "account_key" ADD COLUMN "last_refused_at" TIMESTAMPTZ(3), ADD COLUMN "last_refusal" TEXT;
ALTER TABLE "group_key" ADD COLUMN "last_refused_at" TIMESTAMPTZ(3), ADD COLUMN "last_refusal" TEXT;
