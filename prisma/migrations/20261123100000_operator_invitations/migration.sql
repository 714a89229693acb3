-- Invitations that operators made end when the first owner joins (rulings §10.25). `created_by` cannot tell
-- them from those of the command line, which stay: it names both as «the provider».
ALTER TABLE "invitation" ADD COLUMN "by_operator" BOOLEAN NOT NULL DEFAULT false;
