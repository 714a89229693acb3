import { verifyBundle, vkeyOf, type Verdict } from '@goal/signed-log';
import { runningSha256, sha256, verifySignature } from '@goal/signed-log/node';

import { createAccount } from '../src/account/create-account.ts';
import { findAccount } from '../src/account/find-account.ts';
import type { Core } from '../src/core.ts';
import { storeEvents } from '../src/event/store/store-events.ts';
import type { Caller } from '../src/ground/caller.ts';
import { redactEvent } from '../src/redaction/redact-event.ts';
import { purgeOverdue } from '../src/retention/purge-overdue.ts';
import { bundleAccountLog } from '../src/signed-log/bundle/bundle-log.ts';
import { logHeads } from '../src/signed-log/entries/log-head.ts';
import { publicKeys } from '../src/signed-log/keys/log-keys.ts';
import { LogSizes } from '../src/signed-log/seal/log-sizes.ts';
import type { Sealing } from '../src/signed-log/seal/seal-account.ts';
import { Sealer } from '../src/signed-log/sealer/sealer.ts';
import { createSite } from '../src/site/create-site.ts';
import { deleteSite } from '../src/site/delete-site.ts';
import { coreOf } from './core-of.ts';
import { newEvent, ownWorld, type EventWorld } from './event-world.ts';
import { sealAll, sealingOf } from './sealing-world.ts';

const actor = { kind: 'account_key', name: 'aaaaaaaa' } as const;
const dayMs = 86_400_000;
/** What somebody with the database may change; it is put back after each attempt. */
const tables = `event dictionary tail tail_head log_head log_entries log_tile log_site log_salt log_salt_kept
  log_outbox log_purge log_check log_key`.split(/\s+/);

export type Site = { rowId: number; id: string };

/** A whole event: each of its columns has a value. */
const wholeEvent = (occurredAt: number): ReturnType<typeof newEvent> =>
  newEvent({
    occurredAt,
    message: 'Grüße "x" \u2028',
    userAgent: 'Browser/1.0',
    sessionId: 's1',
    postId: 7,
    postType: 'post',
    postStatus: 'draft',
    ip: '2001:db8::1',
  });

/**
 * An account whose log has events of two sites, some of them purged, and a deleted site; whoever
 * holds the database tampers with it, and a reader who kept a checkpoint looks.
 */
export class Tampering {
  private constructor(
    readonly world: EventWorld,
    readonly core: Core,
    readonly caller: Caller,
    readonly site: Site,
    /** The checkpoint that a reader kept, and the key that signed it. */
    readonly older: string,
    readonly vkey: string,
  ) {}

  /** `leaves`: about how many the log has. `redacts`: a third site has a redacted event as well. */
  static async open(leaves = 80, { redacts = false } = {}): Promise<Tampering> {
    const world = await ownWorld();
    const core = coreOf(world);
    const { id } = await createAccount(core, actor, { email: 'owner@example.com', plan: 'agency' });
    const caller = await findAccount(core, actor, id);
    const account = caller.account.rowId;
    const site = await ownSite(core, caller, 'kept');
    const [purged, gone] = [await ownSite(core, caller, 'purged'), await ownSite(core, caller, 'gone')];
    const store = (of: Site, count: number, at: number): Promise<unknown> =>
      storeEvents(
        world,
        { account, site: of.rowId },
        Array.from({ length: count }, (_, one) => wholeEvent(at + one)),
      );
    const now = Date.now();
    await store(site, leaves - 20, now - 20 * dayMs);
    await store(purged, 5, now - 400 * dayMs);
    await store(purged, 3, now - 3 * dayMs);
    await store(gone, 4, now - dayMs);
    const blanked = redacts ? await ownSite(core, caller, 'redacted') : undefined;
    if (blanked !== undefined) await store(blanked, 6, now - 2 * dayMs);
    await sealAll(sealingOf(world), account);
    await purgeOverdue(core, { share: 1 });
    if (blanked !== undefined) await redactFirst(core, caller, blanked);
    await deleteSite(core, caller, gone.id);
    await sealAll(sealingOf(world), account);
    const head = (await logHeads(world.db.sealing, account)).at(-1);
    const key = (await publicKeys(world.db.sealing)).at(-1);
    if (head === undefined || key === undefined) throw new Error('no log was made');
    const vkey = vkeyOf(sha256, { name: head.origin, publicKey: key.publicKey });
    await world.db.work.query(
      `create schema kept; ${tables.map((table) => `create table kept.${table} as table ${table}`).join(';')}`,
    );
    return new Tampering(world, core, caller, site, head.checkpoint, vkey);
  }

  /**
   * Runs statements behind the back of the service, which then stores one more event and makes a
   * bundle. Returns what a reader with an older checkpoint and the key says: `verified`, the first
   * fault, or why no bundle came. Puts everything back. `isAdvanced`: the log went on before, and
   * the reader has a checkpoint of that.
   */
  async attempt(sql: string, { isAdvanced = false } = {}): Promise<string> {
    try {
      const older = isAdvanced ? await this.advance() : this.older;
      await this.world.db.work.query(sql);
      await this.#store(1);
      const verdict = await this.verify(await this.bundle(), [older]);
      return verdict.verified ? 'verified' : (verdict.fault?.sentence ?? 'not verified');
    } catch (error) {
      return `no bundle: ${sentenceOf(error)}`;
    } finally {
      await this.putBack();
    }
  }

  /** Puts the database back to what it was when this was made. */
  async putBack(): Promise<void> {
    await this.world.db.work.query(`begin; ${tables.map(rollBack).join(';')}; commit`);
  }

  /** Stores events and seals them. Returns the checkpoint. */
  async advance(): Promise<string> {
    const { world, caller } = this;
    await this.#store(10);
    await sealAll(this.#sealing(), caller.account.rowId);
    return (await logHeads(world.db.sealing, caller.account.rowId)).at(-1)?.checkpoint ?? '';
  }

  #store(count: number): Promise<unknown> {
    const { world, caller, site } = this;
    return storeEvents(
      world,
      { account: caller.account.rowId, site: site.rowId },
      Array.from({ length: count }, () => wholeEvent(Date.now() - dayMs)),
    );
  }

  /** What another attempt signed counts for nothing. */
  #sealing(): Sealing {
    return sealingOf(this.world, { sizes: new LogSizes(undefined) });
  }

  /** What a reader with the key says. */
  verify(text: string, checkpoints: string[] = []): Promise<Verdict> {
    const crypto = { sha256, runningSha256, verifySignature };
    return verifyBundle(piecesOf(text), { crypto, checkpoints, vkeys: [this.vkey] });
  }

  async bundle(query: { site_id?: string } = {}): Promise<string> {
    const sealer = new Sealer(this.#sealing(), { seconds: 5, onError: () => {} });
    this.core.events.log.seal = (of, options) => sealer.seal(of, options);
    const made = await bundleAccountLog(this.core, this.caller, query, () => Promise.resolve(this.caller));
    await made.start();
    const pieces: Buffer[] = [];
    try {
      for await (const piece of made.bytes()) pieces.push(piece);
      pieces.push(await made.last());
    } catch (error) {
      await made.end(false);
      throw error;
    }
    return Buffer.concat(pieces).toString();
  }
}

async function ownSite(core: Core, caller: Caller, name: string): Promise<Site> {
  const { site_id: id } = await createSite(core, caller, {
    domain: `${name}.example.com`,
    site_url: 'https://example.com',
    group_id: undefined,
  });
  return core.db.prisma.site.findFirstOrThrow({ where: { id }, select: { rowId: true, id: true } });
}

async function redactFirst(core: Core, caller: Caller, { rowId: site }: Site): Promise<void> {
  const { id } = await core.db.prisma.event.findFirstOrThrow({ where: { site }, orderBy: { id: 'asc' } });
  await redactEvent(core, caller, Number(id));
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${sentenceOf(error.cause)}`;
}

/** A column that somebody may change. */
export type Column = { table: string; name: string; type: string };

/**
 * Columns without which a bundle of a whole account tells the same. Redactions have notes of their
 * own, and a word that is retired is the same word. `log_check` is the service's own. Entries and
 * tiles are found by `checkLogs`, bundles of sites and proofs. What is kept out before it is sealed
 * is not in the log, and another era begins another log, which names this one. The rest is what a
 * note says beyond what the rule needs, and acts that are yet to be told.
 */
export const noPart = new Set(
  `event.redacted_at dictionary.retired_at
  log_check.account log_check.log log_check.checked log_check.checked_at log_check.mismatches log_check.first_mismatch log_check.found log_check.found_at
  log_entries.high log_entries.commitments log_entries.root
  log_tile.account log_tile.log log_tile.level log_tile.part log_tile.hashes
  log_head.seq log_head.era log_head.checkpoint log_head.noted_at log_head.sealed_at
  log_key.created_at log_key.until
  log_purge.until log_purge.events log_purge.unsealed log_purge.since
  log_site.retention_days log_site.deleted
  log_outbox.account log_outbox.no log_outbox.at log_outbox.place log_outbox.note`.split(/\s+/),
);

/** The columns of these tables. */
export async function columnsOf({ world }: Tampering, of: readonly string[]): Promise<Column[]> {
  const { rows } = await world.db.work.query<Column>(
    `select table_name as table, table_name || '.' || column_name as name, udt_name as type from information_schema.columns
     where table_schema = 'public' and table_name = any($1) order by table_name, ordinal_position`,
    [of],
  );
  return rows;
}

/** SQL that changes a column of a row; `nth` chooses the row among those that have a value. */
export function changeOf({ table, name, type }: Column, nth = 0): string {
  const column = name.slice(table.length + 1);
  const changed = changes[column] ?? changes[type];
  if (changed === undefined) throw new Error(`nobody knows how to change ${name} (${type})`);
  const fills = column.endsWith('_text');
  return `update ${table} set ${column} = ${changed.replaceAll('$', column)} where ctid =
    (select ctid from ${table} where ${fills ? 'true' : `${column} is not null`} order by ctid
     limit 1 offset ${nth} % greatest(1, (select count(*) from ${table} where ${fills ? 'true' : `${column} is not null`})))`;
}

/** New values by column or type; `$` is the old one. */
const changes: Readonly<Record<string, string>> = {
  // Rows of a table must differ by these.
  id: '$ + 5000',
  kind: '$ + 100',
  first: '$ + 7',
  site: '$ + 1000',
  text: `coalesce($, '') || '.'`,
  int2: '$ % 3 + 1',
  int4: '$ + 1000',
  int8: '$ + 1',
  _int8: 'array_append($, 7)',
  timestamptz: `$ + interval '1 day'`,
  date: '$ + 1',
  bytea: 'set_byte($, 3, get_byte($, 3) # 1)',
  bool: 'not $',
  uuid: 'gen_random_uuid()',
  inet: `'192.0.2.1'`,
  jsonb: `'[]'`,
};

/** SQL that puts a table back to what it was when the world was made. */
export const rollBack = (table: string): string => `delete from ${table}; insert into ${table} table kept.${table}`;
