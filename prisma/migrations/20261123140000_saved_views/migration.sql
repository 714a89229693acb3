-- Views of the log that members save (rulings §10.34): a name and the query of an address.
CREATE TABLE "saved_view" (
    "no" SERIAL NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_no" INTEGER NOT NULL,
    "person_no" INTEGER,
    "group_no" INTEGER,
    "site_no" INTEGER,
    "name" TEXT NOT NULL CHECK (char_length("name") BETWEEN 1 AND 200),
    "query" TEXT NOT NULL CHECK (char_length("query") <= 2000),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("no")
);
CREATE UNIQUE INDEX "saved_view_id_key" ON "saved_view"("id");
-- Shared views have no person, and their names are unique among themselves.
CREATE UNIQUE INDEX "saved_view_account_no_person_no_name_key" ON "saved_view"("account_no", "person_no", "name") NULLS NOT DISTINCT;
CREATE INDEX "saved_view_person_no_account_no_idx" ON "saved_view"("person_no", "account_no");
CREATE INDEX "saved_view_group_no_idx" ON "saved_view"("group_no");
CREATE INDEX "saved_view_site_no_idx" ON "saved_view"("site_no");
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account"("no") ON DELETE CASCADE ON UPDATE CASCADE;
-- A member's own views end with the membership. Without a person this key asks for nothing.
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_person_no_account_no_fkey" FOREIGN KEY ("person_no", "account_no") REFERENCES "membership"("person_no", "account_no") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_group_no_fkey" FOREIGN KEY ("group_no") REFERENCES "site_group"("no") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_site_no_fkey" FOREIGN KEY ("site_no") REFERENCES "site"("no") ON DELETE CASCADE ON UPDATE CASCADE;
