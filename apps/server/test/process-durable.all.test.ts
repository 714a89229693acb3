import { appendFileSync } from 'node:fs';
import path from 'node:path';

import { createdHoldShape, holdsShape, redactionShape } from '@goal/contract';
import { embeddedUrl, rowsOf } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeEvent, openFactory, type Account, type Factory, type Site } from './harness/factory.ts';
import { endAll, openProcesses, type Processes, type ServerProcess } from './processes.ts';

let processes: Processes;
beforeAll(() => {
  processes = openProcesses();
});
afterAll(() => processes.end());

type Scene = Factory & { account: Account; site: Site };
/** What a server must find after the crash. */
type Look = (server: ServerProcess, factory: Factory) => Promise<void>;

/** Each does something that is acknowledged. */
const acts: Readonly<Record<string, (scene: Scene) => Promise<Look>>> = {
  async 'an event'(scene) {
    const message = 'the last one before the crash';
    await scene.ingest(scene.site, [makeEvent({ message })]);
    const { token, domain } = scene.site;
    return async (server) => expect((await server.call('GET', '/events', { token, domain })).text).toContain(message);
  },
  async 'a key'({ makeAccountKey, account }) {
    const { key } = await makeAccountKey(account);
    return async ({ call }) => expect((await call('GET', '/account/me', { token: key })).status).toBe(200);
  },
  async 'a plan'(scene) {
    await scene.setPlan(scene.account, 'agency');
    return async (_, factory) => expect(await factory.viewOf(scene.account)).toMatchObject({ plan: 'agency' });
  },
  async 'a legal hold'({ account }) {
    const { id } = (await account.call('POST', '/holds', { body: { reason: 'case 4711' } })).as(201, createdHoldShape);
    return async ({ call }) => {
      const { holds } = (await call('GET', '/account/holds', { token: account.token })).as(200, holdsShape);
      expect(holds).toMatchObject([{ id }]);
    };
  },
  async 'a redaction'({ account, makeRedaction }) {
    const { id } = await makeRedaction(account);
    return async ({ call }) => {
      const found = await call('GET', `/account/redactions/${id}`, { token: account.token });
      expect(found.as(200, redactionShape)).toMatchObject({ id, status: 'done' });
    };
  },
  async 'a stream'({ account, makeStream }) {
    const { id } = await makeStream(account);
    return async ({ call }) =>
      expect((await call('GET', `/account/streams/${id}`, { token: account.token })).status).toBe(200);
  },
};

describe('R§7.4 R§9.2 a PostgreSQL that gives up durability by its own settings', () => {
  let folder: string;
  beforeAll(() => {
    folder = processes.filledFolder();
    // Nothing but a commit that waits for the disk writes the log there.
    appendFileSync(
      path.join(folder, 'postgres', 'postgresql.conf'),
      `\nsynchronous_commit = off\nwal_writer_delay = 10s\n`,
    );
  });

  it.each(rowsOf(['an event', 'a plan'], ['a key', 'a legal hold', 'a redaction', 'a stream']))(
    'after kill -9 of everything it still has %s that was acknowledged a moment before',
    async (name) => {
      const server = await processes.start({ folder });
      const factory = await processes.admin(server, embeddedUrl(folder), name);
      const account = await factory.makeAccount();
      const look = await acts[name]?.({ ...factory, account, site: await factory.makeSite(account) });
      endAll(folder);
      await server.ended;
      const next = await processes.start({ folder });
      await look?.(next, openFactory(next, factory.token));
      endAll(folder);
      await next.ended;
    },
  );
});
