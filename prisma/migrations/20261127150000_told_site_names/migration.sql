-- The names of sites are remembered as keys are, so the database tells of a changed name too
-- (packages/core/src/event/remembered-site-names.ts).
DROP TRIGGER tell_change ON site;
CREATE TRIGGER tell_change AFTER DELETE OR TRUNCATE
  OR UPDATE OF id, account_no, domain, name, status, retention_days, rate_limit_rps, keep_ip
  ON site FOR EACH STATEMENT EXECUTE FUNCTION tell_change();
