import { rows, type Queryable } from '@goal/db';
import { parseNote, signersOf, type NoteKey, type Policy } from '@goal/signed-log';
import { sha256, verifySignature } from '@goal/signed-log/node';

/** The log of logs is that of this account, which no account is. */
export const accountOfLogs = 0;

/**
 * Makes the transaction the only one that changes what is kept of the log of logs. There is no row
 * of an account that could be the lock, and before it begins none of its own.
 */
export async function lockLogOfLogs(on: Queryable): Promise<void> {
  await on.query(
    `insert into work_turn as t (work, begun_at) values ('log of logs', clock_timestamp())
     on conflict (work) do update set begun_at = excluded.begun_at`,
  );
}

/** A checkpoint of the log of logs with cosignatures. */
export type CosignedLog = { size: number; checkpoint: string };

const reading = {
  name: 'cosigned log of logs',
  text: 'select size, checkpoint from log_cosigned where account = 0 and log = $1::int',
};

/** The newest cosigned checkpoint of this log of logs. */
export async function cosignedLog(on: Queryable, log: number): Promise<CosignedLog | undefined> {
  const [row] = await rows<[size: number, checkpoint: string]>(on, { ...reading, values: [log] });
  return row === undefined ? undefined : { size: row[0], checkpoint: row[1] };
}

const writing = {
  name: 'write the cosigned log of logs',
  text: `insert into log_cosigned (account, log, size, checkpoint) values (0, $1::int, $2::bigint, $3::text)
    on conflict (account, log) do update set size = excluded.size, checkpoint = excluded.checkpoint`,
};

/** The witnesses of a policy that cosigned a checkpoint. */
export async function cosignersOf(
  { witnesses }: Pick<Policy, 'witnesses'>,
  checkpoint: string,
): Promise<readonly NoteKey[]> {
  const note = parseNote(checkpoint);
  return note === undefined ? [] : signersOf({ sha256, verifySignature }, note, witnesses);
}

/**
 * Keeps a cosigned checkpoint for bundles. One that the policy's witnesses were enough for gives
 * way only to a newer one for which they are. Call it under `lockLogOfLogs`.
 */
export async function keepCosigned(
  on: Queryable,
  { policy, log }: { policy: Policy; log: number },
  { size, checkpoint }: CosignedLog,
): Promise<void> {
  const former = await cosignedLog(on, log);
  if (former !== undefined) {
    if (former.size > size) return;
    const isEnough = async (text: string): Promise<boolean> => {
      const cosigners = await cosignersOf(policy, text);
      return cosigners.length > 0 && policy.isSatisfied(cosigners);
    };
    if ((await isEnough(former.checkpoint)) && !(await isEnough(checkpoint))) return;
  }
  await rows(on, { ...writing, values: [log, size, checkpoint] });
}
