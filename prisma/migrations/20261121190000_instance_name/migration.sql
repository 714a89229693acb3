-- Machine and process, so that the person on call knows which one it is.
ALTER TABLE "instance" ADD COLUMN "name" TEXT NOT NULL DEFAULT '';
