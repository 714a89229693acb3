import { transaction } from '@goal/db';

import type {} from '../core.ts';
import type { Db } from '../ground/db.ts';
import type { Change } from '../ground/change-account.ts';
import { forgetSaltsOfEvents, keepManySalts, runIn, type DatedEvent } from '../signed-log/keys/kept-salts.ts';
import { forgetWords } from './forget-words.ts';
import { retireWords } from './retire-words.ts';

/**
 * Most events that one transaction blanks. A note of the signed log names as many
 * (docs/decisions/096-redaction.md).
 */
export const blankedAtOnce = 500;

/** What stands in the place of a redacted text. */
export const redactedText = 'redacted';

/**
 * How many events were blanked and how many a legal hold kept, and when the blanked ones arrived.
 */
export type Blanked = { redacted: number; held: number; received: Date[] };

type BlankedEvent = { id: bigint; site: number; day: string; user_agent: number | null; received_at: Date };

/**
 * Removes the text and the user of these events of the account, at most `blankedAtOnce`, under its
 * lock (rulings §13.2). Passes over events that are redacted already, that are gone or whose site
 * is, and those that a legal hold covers. Retention waits for the account, so no event is blanked
 * and purged at once. The caller holds the account's log as well (`holdLog`), so none is sealed
 * with the text and blanked at once; the salts go with the text.
 */
export async function blankEvents(
  { tx, account: { rowId: account }, tellLog }: Change,
  ids: readonly number[],
): Promise<Blanked> {
  const sites = await tx.$queryRaw<{ no: number; held: boolean }[]>`
    SELECT s.no, EXISTS (SELECT FROM legal_hold h WHERE h.account_no = ${account} AND h.ended_at IS NULL
      AND (h.site_no IS NULL OR h.site_no = s.no)) AS held
    FROM site s WHERE s.account_no = ${account}`;
  const isHeld = new Map(sites.map(({ no, held }) => [no, held]));
  const found = await tx.$queryRaw<BlankedEvent[]>`
    SELECT id, site, (occurred_at AT TIME ZONE 'utc')::date::text AS day, user_agent, received_at FROM event
    WHERE account = ${account} AND id = ANY (${[...ids]}::bigint[]) AND redacted_at IS NULL ORDER BY id FOR UPDATE`;
  const blanked = found.filter(({ site }) => isHeld.get(site) === false);
  const held = found.filter(({ site }) => isHeld.get(site) === true).length;
  if (blanked.length === 0) return { redacted: 0, held, received: [] };
  const of = blanked.map(({ id }) => id);
  const dated = blanked.map(({ id, site, day }) => ({ id: Number(id), site, day }));
  await forgetSaltsOfEvents(runIn(tx), account, dated);
  // One clock for both: that of the transaction.
  await tx.$executeRaw`
    UPDATE event SET message = ${redactedText}, username = '', user_id = 0, user_agent = NULL, user_agent_text = NULL,
      session_id = NULL, ip = NULL, redacted_at = now()
    WHERE account = ${account} AND id = ANY (${of}::bigint[])`;
  await tx.$executeRaw`
    INSERT INTO redacted_event (account, id, site, at)
    SELECT ${account}::int, id, site, now() FROM unnest(${of}::bigint[], ${blanked.map(({ site }) => site)}::int[]) u(id, site)
    ON CONFLICT (account, id) DO NOTHING`;
  await retireWords(
    tx,
    account,
    blanked.flatMap(({ user_agent: agent }) => agent ?? []),
  );
  await forgetWords(runIn(tx), account);
  const places = new Set(blanked.map(({ site }) => site));
  const eventsOf = (place: number): number[] => blanked.flatMap(({ id, site }) => (site === place ? Number(id) : []));
  await tellLog(...[...places].map((site) => ({ kind: 'redact' as const, site, events: eventsOf(site) })));
  return { redacted: blanked.length, held, received: blanked.map(({ received_at: at }) => at) };
}

/**
 * Prepares `blankEvents` for these events: where their days have many other events, keeps the salts
 * of these beforehand, in small transactions, so that the one that blanks stays short. `onKept` is
 * called after each, with the number of these salts.
 */
export async function prepareBlanking(
  { db }: Db,
  account: number,
  ids: readonly number[],
  onKept: (salts: number) => Promise<void> = async () => {},
): Promise<void> {
  const { rows: found } = await db.work.query<DatedEvent>(
    `select id::float8 as id, site, (occurred_at at time zone 'utc')::date::text as day from event
     where account = $1 and id = any($2::bigint[]) and redacted_at is null`,
    [account, ids],
  );
  if (found.length === 0) return;
  for (;;) {
    const salts = await transaction(db, (tx) => keepManySalts(runIn(tx), account, found));
    if (salts === 0) return;
    await onKept(salts);
  }
}
