-- People who sign in, what they may reach, and how they prove who they are (rulings §10).
-- Everything but a second factor is kept as a hash, so that a backup opens no door; the second factor is sealed.
ALTER TABLE "account" ADD COLUMN "name" TEXT, ADD COLUMN "second_factor" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "account_key" ADD COLUMN "created_by" TEXT;

CREATE TABLE "person" (
    "no" SERIAL NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "email" TEXT NOT NULL,
    "email_proven_at" TIMESTAMPTZ(3),
    "name" TEXT,
    "password" TEXT,
    "password_at" TIMESTAMPTZ(3),
    "totp" BYTEA,
    "totp_step" BIGINT NOT NULL DEFAULT 0,
    "totp_at" TIMESTAMPTZ(3),
    "muted_mails" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "seen_at" TIMESTAMPTZ(3),
    CONSTRAINT "person_pkey" PRIMARY KEY ("no")
);
CREATE UNIQUE INDEX "person_id_key" ON "person"("id");
CREATE UNIQUE INDEX "person_email_key" ON "person"("email");
CREATE INDEX "person_created_at_no_idx" ON "person"("created_at" DESC, "no" DESC);

-- A group that is deleted takes the membership along: set to null, it would open the whole account.
CREATE TABLE "membership" (
    "no" SERIAL NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "person_no" INTEGER NOT NULL,
    "account_no" INTEGER NOT NULL,
    "group_no" INTEGER,
    "role" TEXT NOT NULL CHECK ("role" IN ('owner', 'admin', 'viewer')),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "invited_by" TEXT,
    CONSTRAINT "membership_pkey" PRIMARY KEY ("no"),
    CHECK ("role" <> 'owner' OR "group_no" IS NULL)
);
CREATE UNIQUE INDEX "membership_id_key" ON "membership"("id");
CREATE UNIQUE INDEX "membership_person_no_account_no_key" ON "membership"("person_no", "account_no");
CREATE INDEX "membership_account_no_created_at_no_idx" ON "membership"("account_no", "created_at" DESC, "no" DESC);
CREATE INDEX "membership_group_no_idx" ON "membership"("group_no");

CREATE TABLE "invitation" (
    "no" SERIAL NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "mailed_prefix" TEXT,
    "mailed_hash" BYTEA,
    "account_no" INTEGER NOT NULL,
    "group_no" INTEGER,
    "role" TEXT NOT NULL CHECK ("role" IN ('owner', 'admin', 'viewer')),
    "email" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "inviter_no" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    CONSTRAINT "invitation_pkey" PRIMARY KEY ("no"),
    CHECK ("role" <> 'owner' OR "group_no" IS NULL)
);
CREATE UNIQUE INDEX "invitation_id_key" ON "invitation"("id");
CREATE UNIQUE INDEX "invitation_prefix_key" ON "invitation"("prefix");
CREATE UNIQUE INDEX "invitation_mailed_prefix_key" ON "invitation"("mailed_prefix");
CREATE INDEX "invitation_account_no_created_at_no_idx" ON "invitation"("account_no", "created_at" DESC, "no" DESC);
CREATE INDEX "invitation_group_no_idx" ON "invitation"("group_no");
CREATE INDEX "invitation_email_idx" ON "invitation"("email");
-- One open invitation for an account and an e-mail; an expired one is revoked before the next is made.
CREATE UNIQUE INDEX "invitation_open" ON "invitation"("account_no", "email") WHERE "accepted_at" IS NULL AND "revoked_at" IS NULL;

CREATE TABLE "session" (
    "no" SERIAL NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "person_no" INTEGER NOT NULL,
    "how" TEXT NOT NULL CHECK ("how" IN ('password', 'passkey', 'code', 'sso', 'invitation', 'reset')),
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "ended_at" TIMESTAMPTZ(3),
    CONSTRAINT "session_pkey" PRIMARY KEY ("no")
);
CREATE UNIQUE INDEX "session_prefix_key" ON "session"("prefix");
CREATE INDEX "session_person_no_created_at_no_idx" ON "session"("person_no", "created_at" DESC, "no" DESC);

CREATE TABLE "session_entry" (
    "session_no" INTEGER NOT NULL,
    "account_no" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "session_entry_pkey" PRIMARY KEY ("session_no", "account_no")
);
CREATE INDEX "session_entry_account_no_idx" ON "session_entry"("account_no");

CREATE TABLE "passkey" (
    "no" SERIAL NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "person_no" INTEGER NOT NULL,
    "credential_id" BYTEA NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "name" TEXT NOT NULL,
    "backed_up" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "last_used_at" TIMESTAMPTZ(3),
    CONSTRAINT "passkey_pkey" PRIMARY KEY ("no")
);
CREATE UNIQUE INDEX "passkey_id_key" ON "passkey"("id");
CREATE UNIQUE INDEX "passkey_credential_id_key" ON "passkey"("credential_id");
CREATE INDEX "passkey_person_no_idx" ON "passkey"("person_no");

CREATE TABLE "recovery_code" (
    "person_no" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("person_no", "hash")
);

CREATE TABLE "identity" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "person_no" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT "identity_pkey" PRIMARY KEY ("issuer", "subject")
);
CREATE INDEX "identity_person_no_idx" ON "identity"("person_no");

CREATE TABLE "ceremony" (
    "hash" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "person_no" INTEGER,
    "data" JSONB NOT NULL,
    "tries" SMALLINT NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "ceremony_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "ceremony_person_no_idx" ON "ceremony"("person_no");
CREATE INDEX "ceremony_expires_at_idx" ON "ceremony"("expires_at");

CREATE TABLE "brake" (
    "subject" BYTEA NOT NULL,
    "spent" DOUBLE PRECISION NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "brake_pkey" PRIMARY KEY ("subject")
);
CREATE INDEX "brake_at_idx" ON "brake"("at");

ALTER TABLE "membership" ADD CONSTRAINT "membership_person_no_fkey" FOREIGN KEY ("person_no") REFERENCES "person"("no") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "membership" ADD CONSTRAINT "membership_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account"("no") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "membership" ADD CONSTRAINT "membership_group_no_fkey" FOREIGN KEY ("group_no") REFERENCES "site_group"("no") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account"("no") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_group_no_fkey" FOREIGN KEY ("group_no") REFERENCES "site_group"("no") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "session" ADD CONSTRAINT "session_person_no_fkey" FOREIGN KEY ("person_no") REFERENCES "person"("no") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "session_entry" ADD CONSTRAINT "session_entry_session_no_fkey" FOREIGN KEY ("session_no") REFERENCES "session"("no") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "session_entry" ADD CONSTRAINT "session_entry_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account"("no") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_person_no_fkey" FOREIGN KEY ("person_no") REFERENCES "person"("no") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_person_no_fkey" FOREIGN KEY ("person_no") REFERENCES "person"("no") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "identity" ADD CONSTRAINT "identity_person_no_fkey" FOREIGN KEY ("person_no") REFERENCES "person"("no") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ceremony" ADD CONSTRAINT "ceremony_person_no_fkey" FOREIGN KEY ("person_no") REFERENCES "person"("no") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "action" DROP CONSTRAINT "action_actor_kind_check";
ALTER TABLE "action" ADD CONSTRAINT "action_actor_kind_check"
    CHECK ("actor_kind" IN ('operator', 'account_key', 'group_key', 'site_key', 'stripe', 'cli', 'member'));

-- News for people waits in the same outbox as the fair-use mail (rulings §10.28). News has no month and is written as
-- often as it happens; a fair-use mail has a month and stays unique by account, kind and month.
ALTER TABLE "mail"
    ALTER COLUMN "account_no" DROP NOT NULL,
    ALTER COLUMN "month" DROP NOT NULL,
    ADD COLUMN "person_no" INTEGER,
    ADD COLUMN "recipient" TEXT,
    ADD COLUMN "detail" JSONB,
    DROP CONSTRAINT "mail_kind_check",
    ADD CONSTRAINT "mail_kind_check" CHECK ("kind" IN ('fair_use', 'account_key', 'administrator', 'second_factor_off', 'recovery_code', 'account_email', 'person_email', 'person_reset')),
    ADD CONSTRAINT "mail_month_check" CHECK (("kind" = 'fair_use') = ("month" IS NOT NULL)),
    ADD CONSTRAINT "mail_owner_check" CHECK ("account_no" IS NOT NULL OR "person_no" IS NOT NULL),
    ADD CONSTRAINT "mail_person_no_fkey" FOREIGN KEY ("person_no") REFERENCES "person"("no") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "mail_person_no_kind_created_at_idx" ON "mail"("person_no", "kind", "created_at");
