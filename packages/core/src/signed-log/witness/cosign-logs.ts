import type { Queryable } from '@goal/db';
import { consistencyPlan, proofHashes, type Hash, type NoteKey } from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';

import type { Core } from '../../core.ts';
import { inTransaction } from '../../event/in-transaction.ts';
import { findHold } from '../../retention/hold.ts';
import { askWitness, type WitnessResult } from './ask-witness.ts';
import { accountOfLogs, keepCosigned, lockLogOfLogs } from './cosigned-log.ts';
import { newestHead, type LogHead } from '../entries/log-head.ts';
import { nodesOfLog } from '../entries/log-nodes.ts';
import { vkeyOfWitness, type Witnesses } from './witness-policy.ts';
import { noteCosignature, noteFailure, witnessStates } from './witness-states.ts';

type CosignCore = { db: Core['db']; events: Pick<Core['events'], 'log'> };

/**
 * One round of LOG_WITNESSES (rulings §16.17): the log of logs is told what grew, and each witness
 * is asked to cosign it. They are asked at the same time, and what one answers is kept at once, so
 * none waits for another. One that fails is asked again (`askAgain`). Nothing without
 * witnesses, and while a restored database is held. Throws what kept the log from being told, as
 * `LogKeyError`, after the witnesses were asked for what there is.
 */
export async function cosignLogs({ db, events }: CosignCore, signal: AbortSignal): Promise<void> {
  const { witnesses: policy } = events.log;
  if (policy === undefined || signal.aborted) return;
  const [sealed] = await Promise.allSettled([events.log.seal(accountOfLogs)]);
  if (sealed.status === 'fulfilled' && sealed.value.outcome === 'held') return;
  const head = await newestHead(db.work, accountOfLogs);
  const done = head === undefined ? [] : await askAll(db.work, policy, head, signal);
  for (const one of [sealed, ...done]) if (one.status === 'rejected') throw one.reason;
}

/**
 * Asks those witnesses for the end of the log of logs that did not answer as they must when they
 * were asked last, or never were: they may have been given its key since. Nothing while a restored
 * database is held.
 */
export async function askAgain({ db, events }: CosignCore, signal: AbortSignal): Promise<void> {
  const { witnesses: policy } = events.log;
  if (policy === undefined || signal.aborted || (await findHold({ db })) !== undefined) return;
  const head = await newestHead(db.work, accountOfLogs);
  const done = head === undefined ? [] : await askAll(db.work, policy, head, signal, { onlyFailed: true });
  for (const one of done) if (one.status === 'rejected') throw one.reason;
}

/** Asks witnesses for the end of the log of logs, and keeps what each of them says. */
async function askAll(
  pool: Core['db']['work'],
  policy: Witnesses,
  head: LogHead,
  signal: AbortSignal,
  { onlyFailed = false } = {},
): Promise<PromiseSettledResult<void>[]> {
  const states = await witnessStates(pool);
  const asked: WitnessResult = { ...head, proofFrom: (from) => proofOf(pool, head, from) };
  const isFailed = (witness: NoteKey): boolean => states.get(vkeyOfWitness(witness))?.failingSince !== null;
  return Promise.allSettled(
    policy.witnesses
      .filter((witness) => !onlyFailed || isFailed(witness))
      .map(async (witness) => {
        const vkey = vkeyOfWitness(witness);
        const known = states.get(vkey);
        const size = known?.log === head.log ? known.size : 0;
        const answer = await askWitness(witness, size, asked, { signal }).catch(async (error: unknown) => {
          // Nothing else would say that it cosigns no more.
          await noteFailure(pool, { ...head, vkey, failure: 'it could not be asked: see the log of the server' });
          throw error;
        });
        // What is cut off by the end of this process says nothing of the witness.
        if ('line' in answer) await keepLine(pool, policy, head, { vkey, line: answer.line });
        else if (!signal.aborted) await noteFailure(pool, { ...head, vkey, failure: answer.failure });
      }),
  );
}

async function proofOf(on: Queryable, { log, size }: LogHead, from: number): Promise<Hash[]> {
  const plan = consistencyPlan(from, size);
  const hashOf = await nodesOfLog(on, { account: accountOfLogs, log }, plan.flat());
  return proofHashes(sha256, plan, hashOf);
}

/** Keeps a cosignature, and the checkpoint with all that there are of its size. */
async function keepLine(
  pool: Core['db']['work'],
  policy: Witnesses,
  { log, size, checkpoint }: LogHead,
  { vkey, line }: { vkey: string; line: string },
): Promise<void> {
  await inTransaction(pool, async (on) => {
    await lockLogOfLogs(on);
    await noteCosignature(on, { vkey, log, size, line });
    const states = await witnessStates(on);
    const lines = policy.witnesses.flatMap((witness) => {
      const state = states.get(vkeyOfWitness(witness));
      return state?.log === log && state.size === size ? [state.line] : [];
    });
    if (lines.length > 0) await keepCosigned(on, { policy, log }, { size, checkpoint: checkpoint + lines.join('') });
  });
}
