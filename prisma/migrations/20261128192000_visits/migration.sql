-- The status says when visitors of the dashboard look like one proxy, or when their addresses are
-- missing (rulings §10.8). Each process tells it with its sign of life.
ALTER TABLE "instance" ADD COLUMN "visits" TEXT NOT NULL DEFAULT 'nothing';
