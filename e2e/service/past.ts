import { runStatement } from '@goal/db/testing/run-statement';

import { databaseUrlOf, type Service } from './start-service.ts';
import { world } from './world.ts';

/** Runs a statement on the database, for a state that no caller can produce. Throws if it fails. */
export const pastTheService = (service: Pick<Service, 'dataDir'>, statement: string): Promise<void> =>
  runStatement(databaseUrlOf(service), statement);

/** Gives a person a passkey that no authenticator has. */
export const givePasskey = (
  service: Pick<Service, 'dataDir'>,
  { email, name }: { email: string; name: string },
): Promise<void> =>
  pastTheService(
    service,
    `INSERT INTO passkey (person_no, credential_id, public_key, counter, name, backed_up)
     SELECT no, sha256(email::bytea), sha256('x'), 1, '${name}', true FROM person WHERE email = '${email}'`,
  );

/** Holds retention back: makes its last pass look as if it ran on another database. */
export async function holdRetention(service: Pick<Service, 'dataDir'>): Promise<void> {
  await pastTheService(
    service,
    `INSERT INTO retention_state (last_run_at, identity) VALUES (clock_timestamp() - interval '2 days', 'another')
     ON CONFLICT ("only") DO UPDATE SET last_run_at = excluded.last_run_at, identity = excluded.identity`,
  );
}

/** Gives the account one event of today more than the fair use of its plan. */
export const pastFairUse = ({ id }: { id: string }): Promise<void> =>
  pastTheService(
    world(),
    `INSERT INTO accepted_day SELECT a.no, (now() AT TIME ZONE 'UTC')::date, p.fair_use_events + 1, 1
     FROM account a JOIN plan p ON p.slug = a.plan WHERE a.id = '${id}'
     ON CONFLICT (account, day) DO UPDATE SET events = excluded.events`,
  );

/** Moves what a site has sent today to `days` ago, and to each of the four days before that. */
export const lastSentDaysAgo = ({ site_id: id }: { site_id: string }, days: number): Promise<void> =>
  pastTheService(
    world(),
    `WITH own AS (DELETE FROM accepted a USING site s WHERE s.id = '${id}' AND a.site = s.no AND a.account = s.account_no RETURNING a.*)
     INSERT INTO accepted SELECT account, site, day - age, events, bytes FROM own, generate_series(${days}, ${days + 4}) age`,
  );

/** Deletes the sealed tail of an account, as after a month: positions in it expire. */
export const trimTail = ({ id }: { id: string }): Promise<void> =>
  pastTheService(
    world(),
    `DO $$ DECLARE own int := (SELECT no FROM account WHERE id = '${id}');
     BEGIN FOR n IN 1..3000 LOOP
       DELETE FROM tail t USING log_head h WHERE t.account = own AND h.account = own AND t.seq <= h.seq;
       EXIT WHEN NOT EXISTS (SELECT FROM tail WHERE account = own);
       PERFORM pg_sleep(0.1);
     END LOOP; END $$`,
  );

/** Makes the last proof of who a person is older than the 15 minutes for which it counts. */
export async function forgetConfirmation(service: Pick<Service, 'dataDir'>, email: string): Promise<void> {
  // An e-mail that a test made up, without quotes.
  await pastTheService(
    service,
    `UPDATE session SET confirmed_at = confirmed_at - interval '1 hour'
     WHERE person_no = (SELECT no FROM person WHERE email = '${email}')`,
  );
}

/** Makes the sessions of a person as if they had begun with a passkey. */
export async function signedInByPasskey(service: Pick<Service, 'dataDir'>, email: string): Promise<void> {
  // An e-mail that a test made up, without quotes.
  await pastTheService(
    service,
    `UPDATE session SET how = 'passkey' WHERE person_no = (SELECT no FROM person WHERE email = '${email}')`,
  );
}
