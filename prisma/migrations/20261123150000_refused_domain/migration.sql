-- Members are told which domain a request named that was refused as `domain mismatch` (rulings
-- §10.35). Nothing is known of the refusals before.
ALTER TABLE "site_arrival" ADD COLUMN "refused_domain" TEXT;
