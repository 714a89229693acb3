-- Where the user of an event came from (rulings §11.5). Null: the sender said nothing, or nothing that is an address.
ALTER TABLE "event" ADD COLUMN "ip" INET;

-- Sites that exist keep no addresses until somebody turns it on; new ones keep them.
ALTER TABLE "site" ADD COLUMN "keep_ip" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "site" ALTER COLUMN "keep_ip" SET DEFAULT true;
