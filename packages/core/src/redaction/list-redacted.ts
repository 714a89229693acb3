import { rows } from '@goal/db';

import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';

/**
 * A redacted event without any text. `site` is null where the site is gone; `at` is as on the wire.
 */
export type RedactedEvent = { account: string; site: string | null; id: number; at: string };

const pageRows = 5000;

/**
 * Every event that was redacted, account by account and by id, for `goal redactions export`
 * (rulings §13.3).
 */
export async function* listRedacted({ db }: Db): AsyncGenerator<RedactedEvent> {
  for (let account = 0; ;) {
    const [next] = await rows<[rowId: number, id: string]>(db.work, {
      name: 'next account with redactions',
      text: 'select no, id::text from account where no > $1 order by no limit 1',
      values: [account],
    });
    if (next === undefined) return;
    const [rowId, id] = next;
    account = rowId;
    yield* redactedOf(db, rowId, id);
  }
}

async function* redactedOf(db: Core['db'], rowId: number, account: string): AsyncGenerator<RedactedEvent> {
  const sites = new Map<number, string | null>();
  for (let after = 0; ;) {
    const page = await rows<[id: number, site: number, at: string]>(db.pages, {
      name: 'redacted events',
      text: 'select id, site, at from redacted_event where account = $1 and id > $2 order by id limit $3',
      values: [rowId, after, pageRows],
    });
    const unknown = page.map(([, site]) => site).filter((site) => !sites.has(site));
    if (unknown.length > 0) {
      for (const site of unknown) sites.set(site, null);
      const found = await rows<[number, string]>(db.lookups, {
        name: 'ids of sites',
        text: 'select no, id::text from site where account_no = $1 and no = any($2::int[])',
        values: [rowId, [...new Set(unknown)]],
      });
      for (const [site, id] of found) sites.set(site, id);
    }
    for (const [id, site, at] of page) yield { account, site: sites.get(site) ?? null, id, at };
    const last = page.at(-1);
    if (last === undefined || page.length < pageRows) return;
    [after] = last;
  }
}
