import { hashCheaply } from '@goal/db/testing/hash-cheaply';
import { runStatement } from '@goal/db/testing/run-statement';

import { databaseUrlOf, type Service } from './start-service.ts';

/** Runs a statement on the database, for a state that no caller can produce. Throws if it fails. */
export const pastTheService = (service: Pick<Service, 'dataDir'>, statement: string): Promise<void> =>
  runStatement(databaseUrlOf(service), statement);

/** Gives a person a password that costs little to compare with. */
export const givePassword = (
  service: Pick<Service, 'dataDir'>,
  { email, password }: { email: string; password: string },
): Promise<void> =>
  pastTheService(
    service,
    `UPDATE person SET password = '${hashCheaply(password)}', password_at = clock_timestamp() WHERE email = '${email}'`,
  );

/** Holds retention back: makes its last pass look as if it ran on another database. */
export async function holdRetention(service: Pick<Service, 'dataDir'>): Promise<void> {
  await pastTheService(
    service,
    `INSERT INTO retention_state (last_run_at, identity) VALUES (clock_timestamp() - interval '2 days', 'another')
     ON CONFLICT ("only") DO UPDATE SET last_run_at = excluded.last_run_at, identity = excluded.identity`,
  );
}

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
