import { randomUUID } from 'node:crypto';

import { verifyBundle, type Verdict } from '@goal/signed-log';
import { runningSha256, sha256, verifySignature } from '@goal/signed-log/node';
import { expect } from 'vitest';

import { createAccount } from '../src/account/create-account.ts';
import { findAccount } from '../src/account/find-account.ts';
import { storeEvents } from '../src/event/store/store-events.ts';
import type { Caller } from '../src/ground/caller.ts';
import { bundleAccountLog } from '../src/signed-log/bundle/bundle-log.ts';
import { checkLogs } from '../src/signed-log/look-over/check-logs.ts';
import { createSite } from '../src/site/create-site.ts';
import { coreOf } from './core-of.ts';
import { newEvent, one, type EventWorld } from './event-world.ts';

const actor = { kind: 'account_key', name: 'abcdefgh' } as const;
const crypto = { sha256, runningSha256, verifySignature };
export const dayMs = 86_400_000;
/** Noon of yesterday, so that no day ends within a test. */
export const noon = Math.floor(Date.now() / dayMs) * dayMs - dayMs / 2;

export type Place = { caller: Caller; account: number; site: { rowId: number; id: string } };

/** Accounts whose signed logs are sealed, bundled and verified, in one world. */
export function logsOf(world: EventWorld) {
  const core = coreOf(world);

  async function ownSite(caller: Caller): Promise<Place['site']> {
    const domain = `${randomUUID()}.example.com`;
    const { site_id: id } = await createSite(core, caller, { domain, site_url: 'https://example.com' });
    return world.db.prisma.site.findFirstOrThrow({ where: { id }, select: { rowId: true, id: true } });
  }

  /** Takes a bundle. `between` runs once, before the second piece. */
  async function bundle({ caller }: Place, between: () => Promise<unknown> = async () => {}): Promise<string> {
    const made = await bundleAccountLog(core, caller, {}, () => Promise.resolve(caller));
    await made.start();
    const pieces: Buffer[] = [];
    for await (const piece of made.bytes()) {
      pieces.push(piece);
      if (pieces.length === 1) await between();
    }
    pieces.push(await made.last());
    return Buffer.concat(pieces).toString();
  }

  /** Leaves of the account's newest log that do not match what the database has. */
  async function mismatchesOf({ account }: Place): Promise<number[]> {
    for (let look = 0; look < 3; look += 1) {
      await world.db.work.query(`update log_check set checked_at = checked_at - interval '40 days'`);
      await checkLogs(world.db.sealing, new AbortController().signal);
    }
    const { rows } = await world.db.work.query<{ found: string[] }>(
      'select found from log_check where account = $1 order by log desc limit 1',
      [account],
    );
    return (rows[0]?.found ?? []).map(Number);
  }

  return {
    core,
    ownSite,
    bundle,
    mismatchesOf,

    async ownPlace(): Promise<Place> {
      const { id } = await createAccount(core, actor, { email: `${randomUUID()}@example.com`, plan: 'agency' });
      const caller = await findAccount(core, actor, id);
      return { caller, account: caller.account.rowId, site: await ownSite(caller) };
    },

    /** Stores events of one day and returns their ids. */
    async store(
      { account, site }: Pick<Place, 'account' | 'site'>,
      count: number,
      over: Partial<ReturnType<typeof newEvent>> = {},
    ): Promise<number[]> {
      const from = await one(world.db, 'select coalesce(max(id), 0) as value from event where account = $1', [account]);
      for (let at = 0; at < count; at += 1000)
        await storeEvents(
          world,
          { account, site: site.rowId },
          Array.from({ length: Math.min(1000, count - at) }, (_, nth) =>
            newEvent({ occurredAt: noon + at + nth, message: `${randomUUID()} was here`, ...over }),
          ),
        );
      const { rows } = await world.db.work.query<{ id: number }>(
        'select id::float8 as id from event where account = $1 and id > $2 order by id',
        [account, from],
      );
      return rows.map(({ id }) => id);
    },

    seal: ({ account }: Place) => world.events.log.seal(account),
    count: (table: 'log_salt' | 'log_salt_kept' | 'log_outbox' | 'redacted_event', { account }: Place) =>
      one(world.db, `select count(*) as value from ${table} where account = $1`, [account]),

    /**
     * Fails unless the account's bundle verifies with these events, and the service finds no fault.
     */
    async expectVerified(place: Place, events: Partial<Verdict['events']>): Promise<string> {
      const text = await bundle(place);
      const verdict = await verify(text);
      expect(verdict.fault).toBeNull();
      expect(verdict.events).toMatchObject(events);
      expect(await mismatchesOf(place)).toEqual([]);
      return text;
    },
  };
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** What a verifier with older checkpoints says of a bundle. */
export const verify = (text: string, checkpoints: readonly string[] = []): Promise<Verdict> =>
  verifyBundle(piecesOf(text), { crypto, checkpoints });

/** The ids of the events that a bundle shows, in its order. */
export const idsIn = (text: string): number[] =>
  text.split('\n').flatMap((line) => {
    if (!line.includes(',"event":')) return [];
    const { event } = JSON.parse(line) as { event: { id: number } }; // an event of a bundle that verifies
    return [event.id];
  });
