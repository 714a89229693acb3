import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { accountExportQuery } from '@goal/contract';
import { timePasses } from '@goal/db/testing';
import { afterAll, expect, onTestFinished, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { newEvent, openWorld, storeAll } from '../../test/event-world.ts';
import { createAccount } from '../account/create-account.ts';
import { findAccount } from '../account/find-account.ts';
import { exportAccountEvents } from '../export/export-events.ts';
import type { Caller } from '../ground/caller.ts';
import { openEventServices } from '../open-core.ts';
import { getLog } from '../signed-log/read/get-log.ts';
import { bundleAccountLog } from '../signed-log/bundle/bundle-log.ts';
import { createSite } from '../site/create-site.ts';
import { deleteStream } from '../stream/manage/change-stream.ts';
import { createStream } from '../stream/manage/create-stream.ts';
import { StreamRounds } from '../stream/deliver/deliver-round.ts';
import { leaseStreams } from '../stream/place/leases.ts';
import { DeliveryNotes } from '../stream/deliver/note-delivery.ts';
import { beginRedaction, getRedaction } from './redactions.ts';
import { runRedactions } from './run-redactions.ts';

// Ways out that take time: they may have what arrived after they began, and they may be under way
// when the redaction ends (rulings §13.2).

/** What arrives in the millisecond of the end may be in the file. */
const aMomentMs = 5;

const world = await openWorld();
afterAll(() => world.close());
const events = await openEventServices(world.db, { streams: { allowNets: '127.0.0.1' } });
afterAll(() => events.close());
const core = coreOf({ ...world, events });
const actor = { kind: 'account_key', name: 'abcdefgh' } as const;

let made = 0;
async function ownAccount() {
  made += 1;
  const { id } = await createAccount(core, actor, { email: `owner${made}@example.com`, plan: 'agency' });
  const caller: Caller = await findAccount(core, actor, id);
  const { site_id: siteId } = await createSite(core, caller, {
    domain: `shop${made}.example.com`,
    site_url: 'https://example.com',
  });
  const { rowId: site } = await world.db.prisma.site.findFirstOrThrow({ where: { id: siteId } });
  const arrive = (username: string, events = 1, occurredAt = Date.now()) =>
    storeAll(
      core,
      { account: caller.account.rowId, site },
      Array.from({ length: events }, (_, at) =>
        newEvent({ username, message: `by ${username}`, occurredAt: occurredAt + at }),
      ),
    );
  const redact = async (username: string) => {
    const { id: redaction } = await beginRedaction(core, caller, { username });
    while ((await runRedactions(core, { share: 1 })) > 0);
    return getRedaction(core, caller.account, redaction);
  };
  return { caller, arrive, redact };
}

type Begun = {
  start: () => Promise<void>;
  bytes: () => AsyncGenerator<Buffer>;
  last: () => Promise<Buffer>;
  end: (complete: boolean) => Promise<void>;
};

async function drain(begun: Begun): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of begun.bytes()) pieces.push(Buffer.from(piece));
  pieces.push(await begun.last());
  await begun.end(true);
  return Buffer.concat(pieces).toString();
}

const ways = {
  export: (caller: Caller): Promise<Begun> =>
    exportAccountEvents(core, caller, accountExportQuery.parse({ order: 'asc' }), () => Promise.resolve(caller)),
  bundle: (caller: Caller): Promise<Begun> => bundleAccountLog(core, caller, {}, () => Promise.resolve(caller)),
};

test.each([
  // More than the pages that are read by the time the event arrives.
  ['export', 6000],
  ['bundle', 10],
] as const)(
  'R§13.2 %s: one that began before an event arrived, and ended after, may hold it; one that had ended by then does not',
  async (way, events) => {
    const { caller, arrive, redact } = await ownAccount();
    await getLog(core, caller.account);
    await arrive('bo', events, Date.now() - 86_400_000);
    await drain(await ways[way](caller));
    const begun = await ways[way](caller);
    await begun.start();
    await arrive('ada');
    expect((await drain(begun)).includes('by ada')).toBe(true);
    await timePasses(aMomentMs);
    await arrive('cleo');
    const { exports } = await redact('ada');
    expect(exports).toHaveLength(1);
    expect((await redact('cleo')).exports).toEqual([]);
  },
);

test.each(['export', 'bundle'] as const)(
  'R§13.2 %s: one that still runs, or whose process died, may hold what arrived since it began',
  async (way) => {
    const { caller, arrive, redact } = await ownAccount();
    await getLog(core, caller.account);
    await arrive('bo');
    const begun = await ways[way](caller);
    await begun.start();
    await arrive('ada');
    expect((await redact('ada')).exports).toHaveLength(1);
    await begun.end(false);
    await timePasses(aMomentMs);
    await arrive('cleo');
    expect((await redact('cleo')).exports).toEqual([]);
  },
);

/** A receiver of a stream that answers when it is told to. */
async function openReceiver() {
  let tell = (): void => {};
  const asked = new Promise<void>((resolve) => void (tell = resolve));
  let answer = (): void => {};
  const server = createServer((request, response) => {
    answer = () => void response.writeHead(200).end();
    request.resume().on('end', tell);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { url: `http://127.0.0.1:${port}/`, asked, answer: () => answer() };
}

async function lease(id: string, signal: AbortSignal): Promise<StreamRounds> {
  const { rowId } = await world.db.prisma.stream.findFirstOrThrow({ where: { id } });
  const [stream] = await leaseStreams(world.db, [rowId]);
  if (stream === undefined) throw new Error('the stream is not free');
  const notes = new DeliveryNotes(world.db, rowId, events.streams.figures);
  return new StreamRounds(core, stream, { mailer: undefined, dashboardUrl: '', notes, signal });
}

test.each(['is under way', 'was cut off'] as const)(
  'R§13.2 a delivery that %s when the redaction ends may have left the event, and one that took nothing of it did not',
  async (state) => {
    const { caller, arrive, redact } = await ownAccount();
    const receiver = await openReceiver();
    const open = { url: receiver.url, batch: 100, body: 'standard' };
    const sink = { type: 'webhook', open, secret: undefined } as const;
    const { id } = await createStream(core, caller, { name: 'SIEM', sink, filters: { not_username: ['cleo'] } });
    await arrive('ada');
    const process = new AbortController();
    const round = (await lease(id, process.signal)).next();
    await receiver.asked;
    if (state === 'was cut off') {
      process.abort();
      expect(await round).toBe('ended');
    }
    expect((await redact('ada')).streams).toEqual([{ id, name: 'SIEM' }]);
    receiver.answer();
    await round;
    await arrive('cleo');
    await world.db.work.query('update stream set lease = null, lease_until = null where id = $1', [id]);
    if (state === 'is under way') expect(await (await lease(id, process.signal)).next()).toBe('idle');
    expect((await redact('cleo')).streams).toEqual([{ id, name: 'SIEM', filter: true, sent: false }]);
    await deleteStream(core, caller, id);
  },
);
