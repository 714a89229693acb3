-- What a key may do (rulings §12.1): keys that exist may do everything of their kind. Only a site key sends events.
ALTER TABLE "account_key" ADD COLUMN "access" TEXT NOT NULL DEFAULT 'full' CHECK ("access" IN ('full', 'read'));
ALTER TABLE "group_key" ADD COLUMN "access" TEXT NOT NULL DEFAULT 'full' CHECK ("access" IN ('full', 'read'));
ALTER TABLE "site_key" ADD COLUMN "access" TEXT NOT NULL DEFAULT 'full' CHECK ("access" IN ('full', 'send', 'read'));
