-- Operators look for a part of an e-mail or of a domain (docs/decisions/014): all that one, two and three characters in a row make of a text.
-- Dear to call, so that no plan does so for each row of a table instead of reading an index; and in no parallel plan, which is slow to begin.
CREATE FUNCTION "search_parts"("value" TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE STRICT COST 1000 AS $$
DECLARE
    parts TEXT[] := string_to_array(value, NULL);
    length INTEGER := cardinality(parts);
BEGIN
    FOR i IN 2 .. length LOOP
        parts := parts || (parts[i - 1] || parts[i]);
    END LOOP;
    FOR i IN 3 .. length LOOP
        parts := parts || (parts[i - 2] || parts[i - 1] || parts[i]);
    END LOOP;
    RETURN parts;
END $$;

-- Rows wait in a short list before they go into the index together, which costs a quarter; every search reads the list, so it stays short (kB).
CREATE INDEX "account_email_parts" ON "account" USING gin ("search_parts"("email")) WITH (gin_pending_list_limit = 128);
CREATE INDEX "site_domain_parts" ON "site" USING gin ("search_parts"("domain")) WITH (gin_pending_list_limit = 128);
-- A change of plan writes every site of an account twice. With room for both on each page no index is written: a third of the time.
ALTER TABLE "site" SET (fillfactor = 35);

-- Every filter of the list of accounts has an index that gives its rows in the order of the list.
CREATE INDEX "account_plan_created_at_no_idx" ON "account"("plan", "created_at" DESC, "no" DESC);
CREATE INDEX "account_is_reseller_created_at_no_idx" ON "account"("is_reseller", "created_at" DESC, "no" DESC);
CREATE INDEX "account_plan_is_reseller_created_at_no_idx" ON "account"("plan", "is_reseller", "created_at" DESC, "no" DESC);
CREATE INDEX "site_created_at_no_idx" ON "site"("created_at" DESC, "no" DESC);
CREATE INDEX "site_group_account_no_created_at_no_idx" ON "site_group"("account_no", "created_at" DESC, "no" DESC);

-- And so has every filter of the record of acts: each kind of actor is walked by itself.
CREATE INDEX "action_actor_kind_occurred_at_id_idx" ON "action"("actor_kind", "occurred_at" DESC, "id" DESC);
CREATE INDEX "action_actor_kind_actor_occurred_at_id_idx" ON "action"("actor_kind", "actor", "occurred_at" DESC, "id" DESC);
CREATE INDEX "action_actor_kind_action_occurred_at_id_idx" ON "action"("actor_kind", "action", "occurred_at" DESC, "id" DESC);
CREATE INDEX "action_actor_kind_actor_action_occurred_at_id_idx" ON "action"("actor_kind", "actor", "action", "occurred_at" DESC, "id" DESC);
