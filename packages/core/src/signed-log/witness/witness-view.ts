import type { LogOfLogsView } from '@goal/contract';
import type { Queryable } from '@goal/db';

import { accountOfLogs } from './cosigned-log.ts';
import { newestHead } from '../entries/log-head.ts';
import { vkeysOf } from '../entries/log-view.ts';
import { vkeyOfWitness, type Witnesses } from './witness-policy.ts';
import { witnessStates } from './witness-states.ts';

/**
 * The log of logs and its witnesses, for the person on call (rulings §16.17); undefined where there
 * is none, and no witnesses for which one would begin.
 */
export async function describeLogOfLogs(
  on: Queryable,
  policy: Witnesses | undefined,
): Promise<LogOfLogsView | undefined> {
  const head = await newestHead(on, accountOfLogs);
  if (policy === undefined && head === undefined) return undefined;
  const witnesses = policy?.witnesses ?? [];
  const states = await witnessStates(on);
  return {
    log: head === undefined ? null : { origin: head.origin, size: head.size, vkeys: await keysOf(on, head) },
    witnesses: witnesses.map((witness) => {
      const state = states.get(vkeyOfWitness(witness));
      return {
        name: witness.name,
        size: state?.log === head?.log ? (state?.size ?? 0) : 0,
        cosigned_at: state?.cosignedAt ?? null,
        failing_since: state?.failingSince ?? null,
        behind_seconds: state?.failingSeconds ?? 0,
        failure: state?.failure ?? null,
      };
    }),
  };
}

async function keysOf(on: Queryable, head: Parameters<typeof vkeysOf>[1]): Promise<string[]> {
  return (await vkeysOf(on, head)).map(({ vkey }) => vkey);
}
