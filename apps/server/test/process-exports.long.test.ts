import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { memberExportShape, type MemberExport } from '@goal/contract';
import { beginSession } from '@goal/core';
import { transaction, type Database } from '@goal/db';
import { freshDatabase, openPatientDatabase } from '@goal/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { begin, rest } from './export-reader.ts';
import { openProcesses, until, type Processes, type ServerProcess } from './processes.ts';
import { openClientOfEach, type ProcessClient } from './processes/each-process.ts';
import { data } from './trpc-answers.ts';

// What a session is told of its export by a service of two processes, whichever of them sends it.

/** More bytes than the buffers on the way hold: an export that nobody reads stands still. */
const events = 5000;
const bytesOfMessage = 8000;

let processes: Processes;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let db: Database;
let server: ServerProcess;
let clients: readonly ProcessClient[];
let member: { token: string; headers: Record<string, string> };

beforeAll(async () => {
  processes = openProcesses();
  database = await freshDatabase();
  db = openPatientDatabase({ url: database.url, name: 'goal-test' });
  server = await processes.start({ databaseUrl: database.url, env: { INSTANCES: '2' } });
  const make = await processes.admin(server, database.url);
  const account = await make.makeAccount();
  const site = await make.makeSite(account);
  await make.sendOne(site);
  const { prisma } = db;
  const { rowId } = await prisma.account.findFirstOrThrow({ where: { id: account.id } });
  await db.work.query(
    `INSERT INTO event (account, id, site, occurred_at, code, user_id, severity, object, event_type, username, message)
     SELECT account, 1000000000000 + n, site, occurred_at, code, user_id, severity, object, event_type, username,
       repeat('x', ${bytesOfMessage})
     FROM event, generate_series(1, ${events}) n WHERE account = $1`,
    [rowId],
  );
  const person = await prisma.person.create({ data: { email: 'owner@example.com' } });
  await prisma.membership.create({ data: { personRowId: person.rowId, accountRowId: rowId, role: 'owner' } });
  const visitor = { address: '192.0.2.1', userAgent: 'a browser' };
  const { token } = await transaction(db, (tx) => beginSession(tx, { person, how: 'password', visitor }));
  member = { token, headers: { 'X-Goal-Account': account.id } };
  clients = await openClientOfEach(server, 2);
});
afterAll(async () => {
  for (const client of clients) client.close();
  await processes.end();
  await db.close();
  await database.drop();
});

/** An export that nobody reads yet, and the process that sends it. */
async function beginExport(): Promise<{ answer: IncomingMessage; pidAtEnd: () => Promise<number> }> {
  const id = randomUUID();
  const headers = { ...member.headers, authorization: `Bearer ${member.token}`, 'x-request-id': id };
  const answer = await begin(server, '/dashboard/events/export?format=csv', headers);
  const line = (): string | undefined =>
    server
      .printed()
      .split('\n')
      .find((one) => one.includes(id));
  return {
    answer,
    async pidAtEnd() {
      await until(() => line() !== undefined);
      return Number(/"pid":(\d+)/.exec(line() ?? '')?.[1]);
    },
  };
}

/** What each of the processes tells the session. */
const told = (): Promise<MemberExport[]> =>
  Promise.all(
    clients.map(async (client) =>
      memberExportShape.parse(
        data(await client.call('GET', '/trpc/dashboard.events.exporting', { root: true, ...member })),
      ),
    ),
  );

it('R§10.33 both processes tell a session of its export, whichever of them sends it: while it runs, that it was cut off, and that the next one is whole', async () => {
  const senders = new Set<number>();
  while (senders.size < 2) {
    const { answer, pidAtEnd } = await beginExport();
    expect(answer.statusCode).toBe(200);
    const [one, other] = await told();
    expect(one).toMatchObject({ export: { format: 'csv' }, cut_off: null, last: { complete: false } });
    expect(other?.export?.started_at).toBe(one?.export?.started_at);
    // A session has one export, wherever the second one arrives.
    for (const client of clients)
      expect((await client.call('GET', '/dashboard/events/export', member)).status, 'a second export').toBe(429);
    answer.destroy();
    await until(async () => (await told()).every(({ export: running }) => running === null));
    for (const { cut_off: cut } of await told()) {
      expect(cut).toMatchObject({ format: 'csv', started_at: one?.export?.started_at });
      expect(cut?.events).toBeLessThanOrEqual(events + 1);
    }
    senders.add(await pidAtEnd());

    const next = await beginExport();
    const { bytes, isWhole } = await rest(next.answer);
    expect([isWhole, bytes.length > events * bytesOfMessage]).toEqual([true, true]);
    const whole = { export: null, cut_off: null, last: { complete: true, bytes: bytes.length } };
    expect(await told()).toMatchObject([whole, whole]);
    // Connections are given out in turn, and this round had two: after a third one the other
    // process sends.
    (await begin(server, '/account/me', {})).destroy();
  }
});
