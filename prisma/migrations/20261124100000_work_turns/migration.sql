-- When work of which one round serves all instances last began, so that only one of them does it.
CREATE TABLE "work_turn" (
    "work" TEXT NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "work_turn_pkey" PRIMARY KEY ("work")
);
