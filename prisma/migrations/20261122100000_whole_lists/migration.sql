-- The sites of a group and the keys of a site, group or account are listed page by page, newest first: these indexes give their rows in that order.
-- They take the places of indexes on their first column alone. The tables hold what is registered, no events, so each is built in seconds at most.
CREATE INDEX "site_group_no_created_at_no_idx" ON "site"("group_no", "created_at" DESC, "no" DESC);
DROP INDEX "site_group_no_idx";
CREATE INDEX "site_key_site_no_created_at_no_idx" ON "site_key"("site_no", "created_at" DESC, "no" DESC);
DROP INDEX "site_key_site_no_idx";
CREATE INDEX "group_key_group_no_created_at_no_idx" ON "group_key"("group_no", "created_at" DESC, "no" DESC);
DROP INDEX "group_key_group_no_idx";
CREATE INDEX "account_key_account_no_created_at_no_idx" ON "account_key"("account_no", "created_at" DESC, "no" DESC);
DROP INDEX "account_key_account_no_idx";
