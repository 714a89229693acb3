-- Who pays for what. Limits are rows (rulings §4).
CREATE TABLE "plan" (
    "slug" TEXT NOT NULL,
    "sites" INTEGER NOT NULL CHECK ("sites" >= 0),
    "retention_days" INTEGER NOT NULL CHECK ("retention_days" > 0),
    "keys_per_site" INTEGER NOT NULL CHECK ("keys_per_site" > 0),
    "api" BOOLEAN NOT NULL,
    "fair_use_events" BIGINT NOT NULL CHECK ("fair_use_events" >= 0),
    CONSTRAINT "plan_pkey" PRIMARY KEY ("slug")
);
INSERT INTO "plan" ("slug", "sites", "retention_days", "keys_per_site", "api", "fair_use_events") VALUES
    ('free', 1, 7, 2, false, 10000),
    ('starter', 5, 30, 2, true, 250000),
    ('pro', 25, 90, 2, true, 2000000),
    ('agency', 100, 365, 2, true, 10000000);

CREATE TABLE "account" (
    "no" SERIAL NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "email" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "is_reseller" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "account_pkey" PRIMARY KEY ("no")
);
CREATE UNIQUE INDEX "account_id_key" ON "account"("id");
CREATE UNIQUE INDEX "account_email_key" ON "account"("email");
CREATE INDEX "account_created_at_no_idx" ON "account"("created_at" DESC, "no" DESC);
ALTER TABLE "account" ADD CONSTRAINT "account_plan_fkey" FOREIGN KEY ("plan") REFERENCES "plan"("slug") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "account_key" (
    "no" SERIAL NOT NULL,
    "account_no" INTEGER NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    CONSTRAINT "account_key_pkey" PRIMARY KEY ("no")
);
CREATE UNIQUE INDEX "account_key_prefix_key" ON "account_key"("prefix");
CREATE INDEX "account_key_account_no_idx" ON "account_key"("account_no");
ALTER TABLE "account_key" ADD CONSTRAINT "account_key_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account"("no") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "site_group" (
    "no" SERIAL NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_no" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "external_ref" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "site_group_pkey" PRIMARY KEY ("no")
);
CREATE UNIQUE INDEX "site_group_id_key" ON "site_group"("id");
CREATE UNIQUE INDEX "site_group_account_no_name_key" ON "site_group"("account_no", "name");
CREATE UNIQUE INDEX "site_group_account_no_external_ref_key" ON "site_group"("account_no", "external_ref");
ALTER TABLE "site_group" ADD CONSTRAINT "site_group_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account"("no") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "group_key" (
    "no" SERIAL NOT NULL,
    "group_no" INTEGER NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    CONSTRAINT "group_key_pkey" PRIMARY KEY ("no")
);
CREATE UNIQUE INDEX "group_key_prefix_key" ON "group_key"("prefix");
CREATE INDEX "group_key_group_no_idx" ON "group_key"("group_no");
ALTER TABLE "group_key" ADD CONSTRAINT "group_key_group_no_fkey" FOREIGN KEY ("group_no") REFERENCES "site_group"("no") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "site" (
    "no" SERIAL NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_no" INTEGER NOT NULL,
    "group_no" INTEGER,
    "domain" TEXT NOT NULL,
    "domain_scope" INTEGER NOT NULL CHECK ("domain_scope" IN (0, "account_no")),
    "site_url" TEXT NOT NULL,
    "name" TEXT,
    "status" TEXT NOT NULL DEFAULT 'active' CHECK ("status" IN ('active', 'paused', 'revoked')),
    "retention_days" INTEGER NOT NULL,
    "rate_limit_rps" INTEGER NOT NULL DEFAULT 10 CHECK ("rate_limit_rps" BETWEEN 1 AND 1000),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "site_pkey" PRIMARY KEY ("no")
);
CREATE UNIQUE INDEX "site_id_key" ON "site"("id");
CREATE UNIQUE INDEX "site_domain_domain_scope_key" ON "site"("domain", "domain_scope");
CREATE INDEX "site_account_no_created_at_no_idx" ON "site"("account_no", "created_at" DESC, "no" DESC);
CREATE INDEX "site_group_no_idx" ON "site"("group_no");
ALTER TABLE "site" ADD CONSTRAINT "site_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account"("no") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "site" ADD CONSTRAINT "site_group_no_fkey" FOREIGN KEY ("group_no") REFERENCES "site_group"("no") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE TABLE "site_key" (
    "no" SERIAL NOT NULL,
    "site_no" INTEGER NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    CONSTRAINT "site_key_pkey" PRIMARY KEY ("no")
);
CREATE UNIQUE INDEX "site_key_prefix_key" ON "site_key"("prefix");
CREATE INDEX "site_key_site_no_idx" ON "site_key"("site_no");
ALTER TABLE "site_key" ADD CONSTRAINT "site_key_site_no_fkey" FOREIGN KEY ("site_no") REFERENCES "site"("no") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "retention_cut" (
    "no" SERIAL NOT NULL,
    "site_no" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "former_days" INTEGER,
    CONSTRAINT "retention_cut_pkey" PRIMARY KEY ("no")
);
CREATE INDEX "retention_cut_site_no_at_idx" ON "retention_cut"("site_no", "at");
ALTER TABLE "retention_cut" ADD CONSTRAINT "retention_cut_site_no_fkey" FOREIGN KEY ("site_no") REFERENCES "site"("no") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "site_arrival" (
    "site_no" INTEGER NOT NULL,
    "last_accepted_at" TIMESTAMPTZ(3),
    "last_refused_at" TIMESTAMPTZ(3),
    "last_refusal" TEXT,
    CONSTRAINT "site_arrival_pkey" PRIMARY KEY ("site_no")
) WITH (fillfactor = 70);
ALTER TABLE "site_arrival" ADD CONSTRAINT "site_arrival_site_no_fkey" FOREIGN KEY ("site_no") REFERENCES "site"("no") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "admin_token" (
    "no" SERIAL NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "name" TEXT NOT NULL,
    "scope" TEXT NOT NULL CHECK ("scope" IN ('admin:read', 'admin:write')),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    CONSTRAINT "admin_token_pkey" PRIMARY KEY ("no")
);
CREATE UNIQUE INDEX "admin_token_prefix_key" ON "admin_token"("prefix");
-- A name is free again once its token is revoked (rulings §8).
CREATE UNIQUE INDEX "admin_token_active_name" ON "admin_token"("name") WHERE "revoked_at" IS NULL;

CREATE TABLE "action" (
    "id" BIGSERIAL NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "actor_kind" TEXT NOT NULL CHECK ("actor_kind" IN ('operator', 'account_key', 'group_key', 'stripe', 'cli')),
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "account_id" UUID,
    "site_id" UUID,
    "detail" JSONB,
    CONSTRAINT "action_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "action_occurred_at_id_idx" ON "action"("occurred_at" DESC, "id" DESC);
CREATE INDEX "action_account_id_occurred_at_id_idx" ON "action"("account_id", "occurred_at" DESC, "id" DESC);

CREATE TABLE "seal_key" (
    "no" SERIAL NOT NULL,
    "key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "seal_key_pkey" PRIMARY KEY ("no")
);

CREATE TABLE "gone_site" (
    "account" INTEGER NOT NULL,
    "site" INTEGER NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "gone_site_pkey" PRIMARY KEY ("site")
);
CREATE INDEX "gone_site_account_idx" ON "gone_site"("account");

CREATE TABLE "gone_account" (
    "account" INTEGER NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "gone_account_pkey" PRIMARY KEY ("account")
);

-- Ids come in blocks of 1,024: id = nextval * 1024 + ordinality, so that one row of `tail` names all ids of a commit.
CREATE SEQUENCE "event_block" AS BIGINT;

-- Fixed-width columns first: no padding between them.
CREATE TABLE "event" (
    "id" BIGINT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "code" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "post_id" BIGINT,
    "account" INTEGER NOT NULL,
    "site" INTEGER NOT NULL,
    "severity" SMALLINT NOT NULL,
    "object" SMALLINT,
    "event_type" SMALLINT,
    "user_agent" SMALLINT,
    "event_uuid" UUID,
    "username" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "session_id" TEXT,
    "post_type" TEXT,
    "post_status" TEXT,
    "object_text" TEXT,
    "event_type_text" TEXT,
    "user_agent_text" TEXT,
    CONSTRAINT "event_pkey" PRIMARY KEY ("account", "id")
);
CREATE UNIQUE INDEX "event_account_site_event_uuid_key" ON "event"("account", "site", "event_uuid");
-- The two page indexes. Filters run inside them; the page is then fetched by id (docs/decisions).
CREATE INDEX "event_site_page" ON "event"("account", "site", "occurred_at", "id") INCLUDE ("user_id", "code", "severity", "object", "event_type");
CREATE INDEX "event_account_page" ON "event"("account", "occurred_at", "id") INCLUDE ("site", "user_id", "code", "severity", "object", "event_type");

CREATE TABLE "dictionary" (
    "account" INTEGER NOT NULL,
    "kind" SMALLINT NOT NULL,
    "id" SMALLINT NOT NULL CHECK ("id" BETWEEN 1 AND 10000),
    "value" TEXT NOT NULL,
    CONSTRAINT "dictionary_pkey" PRIMARY KEY ("account", "kind", "id")
);
CREATE UNIQUE INDEX "dictionary_account_kind_value_key" ON "dictionary"("account", "kind", "value");

CREATE TABLE "dictionary_head" (
    "account" INTEGER NOT NULL,
    "kind" SMALLINT NOT NULL,
    "size" INTEGER NOT NULL,
    CONSTRAINT "dictionary_head_pkey" PRIMARY KEY ("account", "kind")
);

-- Counters are updated in place: room on each page keeps the new version beside the old one.
CREATE TABLE "kept" (
    "account" INTEGER NOT NULL,
    "site" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "severity" SMALLINT NOT NULL,
    "n" BIGINT NOT NULL,
    CONSTRAINT "kept_pkey" PRIMARY KEY ("account", "site", "day", "severity")
) WITH (fillfactor = 70);

CREATE TABLE "accepted" (
    "account" INTEGER NOT NULL,
    "site" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "events" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,
    CONSTRAINT "accepted_pkey" PRIMARY KEY ("account", "site", "day")
) WITH (fillfactor = 70);

CREATE TABLE "tail_head" (
    "account" INTEGER NOT NULL,
    "last" BIGINT NOT NULL,
    CONSTRAINT "tail_head_pkey" PRIMARY KEY ("account")
) WITH (fillfactor = 20);

CREATE TABLE "tail" (
    "account" INTEGER NOT NULL,
    "seq" BIGINT NOT NULL,
    "first_id" BIGINT NOT NULL,
    "last_id" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "tail_pkey" PRIMARY KEY ("account", "seq")
);
