import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from '@goal/db';
import { embeddedUrl, inAllRun, inLongRun, openPatientDatabase, runsOf } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeEvent, openFactory, type Site } from './harness/factory.ts';
import {
  endAll,
  openProcesses,
  processesIn,
  untilNoneIn,
  until,
  type Processes,
  type ServerProcess,
} from './processes.ts';

let processes: Processes;
beforeAll(() => {
  processes = openProcesses();
});
afterAll(() => processes.end());

/**
 * A sender that keeps each event until it is acknowledged, and resends it with the same event_uuid.
 */
class Writer {
  readonly acknowledged: string[] = [];
  #inHand: string[] = [];

  constructor(
    readonly site: Site,
    readonly eventsARequest: number,
  ) {}

  /** Sends continuously until the server stops answering. */
  async write(server: ServerProcess, goesOn: () => boolean): Promise<void> {
    while (goesOn() || this.#inHand.length > 0) {
      if (this.#inHand.length === 0) this.#inHand = Array.from({ length: this.eventsARequest }, () => randomUUID());
      const { token, domain } = this.site;
      const events = this.#inHand.map((event_uuid) =>
        makeEvent({ event_uuid, message: `${this.acknowledged.length} events before it` }),
      );
      const body = events.length === 1 ? events[0] : { events };
      const answer = await server
        .call('POST', '/events', { token, domain, body, allow5xx: true })
        .catch(() => undefined);
      if (answer === undefined) return;
      // Rate limit, load, or a database that died just before the server: it resends the same
      // events.
      if (answer.status === 429 || answer.status === 503) {
        await sleep(50);
        continue;
      }
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ rejected: [] });
      this.acknowledged.push(...this.#inHand);
      this.#inHand = [];
    }
  }
}

describe('repeated kill -9 of the server and its PostgreSQL during ingest on one data folder', () => {
  let folder: string;
  let server: ServerProcess;
  let writers: Writer[];
  let db: Database;

  beforeAll(async () => {
    folder = processes.filledFolder();
    server = await processes.start({ folder });
    const make = await processes.admin(server, embeddedUrl(folder));
    const account = await make.makeAccount({ plan: 'agency' });
    const other = await make.makeAccount();
    writers = [];
    for (const size of [1, 1, 1, 20, 200]) {
      for (const owner of [account, other]) writers.push(new Writer(await make.makeSite(owner), size));
    }
    const few = await make.makeSite(account);
    // Two senders of one site contend for its counters.
    writers.push(new Writer(few, 5), new Writer(few, 7));
  });

  it('R§7.4 R§7.5: every acknowledged event is stored exactly once, and the server comes back each time', async () => {
    for (let round = 0; round < runsOf(2, 30); round += 1) {
      const before = writers.map(({ acknowledged }) => acknowledged.length);
      const writing = writers.map((writer) => writer.write(server, () => true));
      const isEveryoneWriting = () =>
        writers.every(({ acknowledged }, place) => acknowledged.length > (before[place] ?? 0));
      await until(isEveryoneWriting);
      await sleep(Math.random() * 200);
      endAll(folder);
      await Promise.all([...writing, server.ended]);
      server = await processes.start({ folder });
    }
    // Unanswered events are resent, so that every event ever sent is acknowledged in the end.
    await Promise.all(writers.map((writer) => writer.write(server, () => false)));

    db = openPatientDatabase({ url: embeddedUrl(folder), sizes: { work: 1 } });
    const acknowledged = writers.flatMap((writer) => writer.acknowledged);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    const stored = await rows<{ uuid: string }>('SELECT event_uuid::text AS uuid FROM event');
    expect(stored.map(({ uuid }) => uuid).toSorted()).toEqual(acknowledged.toSorted());
  });

  it('R§7.4 the stored and accepted counters equal the events', async () => {
    const counted = `SELECT account, site, (occurred_at AT TIME ZONE 'utc')::date::text AS day, severity, count(*) AS n FROM event GROUP BY 1, 2, 3, 4`;
    const kept = 'SELECT account, site, day::text, severity, n FROM kept WHERE n <> 0';
    expect(await rows(`${kept} ORDER BY 1, 2, 3, 4`)).toEqual(await rows(`${counted} ORDER BY 1, 2, 3, 4`));
    const accepted = 'SELECT account, site, sum(events)::bigint AS n FROM accepted GROUP BY 1, 2 ORDER BY 1, 2';
    expect(await rows(accepted)).toEqual(
      await rows('SELECT account, site, count(*) AS n FROM event GROUP BY 1, 2 ORDER BY 1, 2'),
    );
    expect(await rows('SELECT account, day::text, severity, n FROM kept_day ORDER BY 1, 2, 3')).toEqual(
      await rows(
        'SELECT account, day::text, severity, sum(n)::bigint AS n FROM kept GROUP BY 1, 2, 3 ORDER BY 1, 2, 3',
      ),
    );
    expect(await rows('SELECT account, day::text, events, bytes FROM accepted_day ORDER BY 1, 2')).toEqual(
      await rows(
        'SELECT account, day::text, sum(events)::bigint AS events, sum(bytes)::bigint AS bytes FROM accepted GROUP BY 1, 2 ORDER BY 1, 2',
      ),
    );
  });

  it('R§7.4 the tail is dense, ends at its head, and names every event once', async () => {
    const heads = await rows<{ account: number; last: number }>('SELECT account, last FROM tail_head ORDER BY 1');
    expect(heads).toHaveLength(2);
    const tails = 'SELECT account, count(*) AS n, min(seq) AS first, max(seq) AS last FROM tail GROUP BY 1 ORDER BY 1';
    expect(await rows(tails)).toEqual(heads.map(({ account, last }) => ({ account, n: last, first: 1, last })));
    const named = `SELECT e.account, e.id FROM event e LEFT JOIN tail t ON t.account = e.account AND e.id BETWEEN t.first_id AND t.last_id
      GROUP BY 1, 2 HAVING count(t.seq) <> 1`;
    expect(await rows(named)).toEqual([]);
  });

  it('I§6.R1 R§6.4 each site reads all of its own events back, once each', async () => {
    for (const { site } of new Map(writers.map((writer) => [writer.site.id, writer])).values()) {
      const read = new Set<number>();
      let [count, cursor] = [0, ''];
      const expected = writers
        .filter((writer) => writer.site.id === site.id)
        .reduce((sum, writer) => sum + writer.acknowledged.length, 0);
      do {
        const answer = await server.call('GET', '/events', {
          token: site.token,
          domain: site.domain,
          query: { limit: 200, cursor },
        });
        if (answer.status === 429) {
          await sleep(200);
          continue;
        }
        const page = answer.body as { events: { id: number }[]; next_cursor: string }; // another test covers its shape
        for (const { id } of page.events) read.add(id);
        count += page.events.length;
        cursor = page.next_cursor;
      } while (cursor !== '' || count === 0);
      expect([read.size, count]).toEqual([expected, expected]);
    }
  });

  inAllRun(() => {
    it('keys, sites and events survive SIGTERM and a restart, and no process is left in between', async () => {
      await db.close();
      const [writer] = writers;
      if (writer === undefined) throw new Error('there are writers');
      const { site } = writer;
      const page = async () => {
        const { body } = await server.call('GET', '/events', { token: site.token, domain: site.domain });
        // Another test covers its shape. The cursor is sealed differently each time.
        return (body as { events: unknown[] }).events;
      };
      const before = await page();
      expect(before).not.toEqual([]);
      expect(await server.end('SIGTERM')).toMatchObject({ code: 0, signal: null, stderr: '' });
      await untilNoneIn(folder);
      expect(existsSync(path.join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
      server = await processes.start({ folder });
      expect(await page()).toEqual(before);
      expect((await server.end()).code).toBe(0);
    });
  });

  const rows = async <Row extends object>(text: string): Promise<Row[]> => (await db.work.query<Row>(text)).rows;
});

inLongRun(() => {
  describe('several servers on one data folder', () => {
    it('share one database in any order of leaving and dying, and the last one stops it', async () => {
      const folder = processes.filledFolder();
      const [first, second, third] = await Promise.all([1, 2, 3].map(() => processes.start({ folder })));
      if (first === undefined || second === undefined || third === undefined) throw new Error('three were started');
      const make = await processes.admin(first, embeddedUrl(folder));
      const account = await make.makeAccount();
      const ask = async (server: ServerProcess) =>
        (await server.call('GET', '/account/me', { token: account.token })).status;
      expect(await Promise.all([first, second, third].map(ask))).toEqual([200, 200, 200]);
      expect((await first.end()).code).toBe(0);
      expect(await Promise.all([second, third].map(ask))).toEqual([200, 200]);
      expect((await second.end('SIGKILL')).signal).toBe('SIGKILL');
      expect(await ask(third)).toBe(200);
      const fourth = await processes.start({ folder });
      expect((await third.end('SIGINT')).code).toBe(0);
      expect(await openFactory(fourth, make.token).admin('GET', `/accounts/${account.id}`)).toMatchObject({
        status: 200,
      });
      expect((await fourth.end()).code).toBe(0);
      await untilNoneIn(folder);
    });

    it('die all at once while the database runs on; the next server finds it, and stops it on leaving', async () => {
      const folder = processes.filledFolder();
      const servers = await Promise.all([1, 2].map(() => processes.start({ folder })));
      await Promise.all(servers.map((server) => server.end('SIGKILL')));
      expect(processesIn(folder).length).toBeGreaterThan(0);
      const next = await processes.start({ folder });
      expect((await next.end()).code).toBe(0);
      await untilNoneIn(folder);
    });
  });
});

it('R§3.1 no log line of these servers and databases contains a token or the database password', () => {
  expect(processes.leaks()).toEqual([]);
});
