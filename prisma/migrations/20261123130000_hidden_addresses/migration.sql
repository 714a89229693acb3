-- An owner may hide the addresses of events from viewers (rulings §11.5). Nobody has yet.
ALTER TABLE "account" ADD COLUMN "hide_ip" BOOLEAN NOT NULL DEFAULT false;
