-- A process remembers what a key's doors ask for longer than half a second if it hears of every
-- change of it. So the database itself tells of each, in the transaction that makes it: no act can
-- forget to, and none is told before it counts. The columns are those that
-- packages/core/src/credential/find-keys.ts reads; last uses are not among them.
CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('goal_changes', '');
  RETURN NULL;
END $$;

CREATE TRIGGER tell_change AFTER DELETE OR TRUNCATE OR UPDATE OF prefix, hash, site_no, access, revoked_at
  ON site_key FOR EACH STATEMENT EXECUTE FUNCTION tell_change();
CREATE TRIGGER tell_change AFTER DELETE OR TRUNCATE OR UPDATE OF prefix, hash, account_no, access, revoked_at, created_at
  ON account_key FOR EACH STATEMENT EXECUTE FUNCTION tell_change();
CREATE TRIGGER tell_change AFTER DELETE OR TRUNCATE OR UPDATE OF prefix, hash, group_no, access, revoked_at, created_at
  ON group_key FOR EACH STATEMENT EXECUTE FUNCTION tell_change();
CREATE TRIGGER tell_change AFTER DELETE OR TRUNCATE OR UPDATE OF prefix, hash, name, scope, revoked_at, created_at
  ON admin_token FOR EACH STATEMENT EXECUTE FUNCTION tell_change();
CREATE TRIGGER tell_change AFTER DELETE OR TRUNCATE
  OR UPDATE OF id, account_no, domain, status, retention_days, rate_limit_rps, keep_ip
  ON site FOR EACH STATEMENT EXECUTE FUNCTION tell_change();
CREATE TRIGGER tell_change AFTER DELETE OR TRUNCATE OR UPDATE OF id, email, plan, is_reseller
  ON account FOR EACH STATEMENT EXECUTE FUNCTION tell_change();
CREATE TRIGGER tell_change AFTER DELETE OR TRUNCATE OR UPDATE OF id, account_no, name
  ON site_group FOR EACH STATEMENT EXECUTE FUNCTION tell_change();
CREATE TRIGGER tell_change AFTER DELETE OR TRUNCATE OR UPDATE
  ON plan FOR EACH STATEMENT EXECUTE FUNCTION tell_change();
