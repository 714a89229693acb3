-- What pages asked for under an id of their own, for a day (rulings §10.52).
CREATE TABLE "act" (
    "id" UUID NOT NULL,
    "holder" TEXT NOT NULL,
    "action" TEXT,
    "ids" JSONB NOT NULL DEFAULT '{}',
    "done_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "act_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "act_ids_check" CHECK (jsonb_typeof("ids") = 'object')
);
CREATE INDEX "act_done_at_idx" ON "act"("done_at");
