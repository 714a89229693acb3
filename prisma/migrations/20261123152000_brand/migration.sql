-- What a reseller's members see in place of the product's name (rulings §10.38).
CREATE TABLE "brand" (
    "account_no" INTEGER NOT NULL,
    "name" TEXT CHECK (char_length("name") BETWEEN 1 AND 200),
    "colour" TEXT CHECK ("colour" ~ '^#[0-9a-f]{6}$'),
    "logo" BYTEA CHECK (octet_length("logo") <= 65536),
    "logo_type" TEXT CHECK ("logo_type" IN ('image/png', 'image/webp')),
    "logo_id" UUID,
    CONSTRAINT "brand_pkey" PRIMARY KEY ("account_no"),
    CHECK (num_nulls("logo", "logo_type", "logo_id") IN (0, 3))
);
CREATE UNIQUE INDEX "brand_logo_id_key" ON "brand"("logo_id");
ALTER TABLE "brand" ADD CONSTRAINT "brand_account_no_fkey" FOREIGN KEY ("account_no") REFERENCES "account"("no") ON DELETE CASCADE ON UPDATE CASCADE;
