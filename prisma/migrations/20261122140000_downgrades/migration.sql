-- Which sites the last downgrade of an account has paused (rulings §8; docs/decisions/040-undo-a-downgrade.md): those whose moment is the account's.
-- Nothing is known of downgrades before this.
ALTER TABLE "account" ADD COLUMN "last_downgrade_at" TIMESTAMPTZ(3);
ALTER TABLE "site" ADD COLUMN "downgraded_at" TIMESTAMPTZ(3);
