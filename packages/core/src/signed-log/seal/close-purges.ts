import { rows, type Database } from '@goal/db';

import { inTransaction } from '../../event/in-transaction.ts';
import type { OpenPurge, OutboxNote } from '../../ground/tell-log.ts';
import { holdAccount } from './begin-log.ts';

type ClosedPurge = [site: number, before: string, until: string, events: number, unsealed: string];

const taking = {
  name: 'take the purges of an account',
  text: 'delete from log_purge where account = $1::int returning site, before, until, events, unsealed',
};
const telling = {
  name: 'tell a log of purges',
  text: 'insert into log_outbox (account, note) values ($1::int, $2::jsonb)',
};

/**
 * Tells an account's log what retention deleted since it was told last. It holds the account as an
 * act does, so that no change of the rule comes between.
 */
export async function closePurges(pool: Database['sealing'], account: number): Promise<void> {
  await inTransaction(pool, async (on) => {
    if (!(await holdAccount(on, account))) return;
    const taken = await rows<ClosedPurge>(on, { ...taking, values: [account] });
    if (taken.length === 0) return;
    const sites = taken.map(([site, before, until, events, unsealed]): OpenPurge => ({
      site,
      before: Date.parse(before),
      until: Date.parse(until),
      events,
      unsealed: unsealed === 't',
    }));
    const note: OutboxNote = { kind: 'purge', sites: sites.toSorted((a, b) => a.site - b.site) };
    await rows(on, { ...telling, values: [account, JSON.stringify(note)] });
  });
}
