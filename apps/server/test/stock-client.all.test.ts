import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { waitLimitMs } from '@goal/db/testing';
import { createClient } from '@hey-api/openapi-ts';
import { afterAll, expect, it } from 'vitest';

import { makeEvent, sharedService } from './harness.ts';

const tsc = path.resolve(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');

const service = await sharedService();
const folder = await mkdtemp(path.join(os.tmpdir(), 'goal-stock-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a client that a stock generator makes from the served document compiles, and makes one call of each kind', async () => {
  const document = await service.call('GET', '/openapi.json');
  await writeFile(path.join(folder, 'openapi.json'), document.text);
  await createClient({
    input: path.join(folder, 'openapi.json'),
    output: { path: path.join(folder, 'client'), module: { extension: '.js' } },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent' },
  });
  await writeFile(path.join(folder, 'program.ts'), program);
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  const options = { target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable'], module: 'nodenext', strict: true };
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...options, types: [], outDir: 'out' }, files: ['program.ts'] }),
  );
  await run(tsc, '-p', folder);

  const account = await service.makeAccount({ plan: 'pro' });
  const site = await service.makeSite(account);
  await service.ingest(site, [makeEvent({ message: 'sent before' })]);
  const told = await run(
    path.join(folder, 'out/program.js'),
    JSON.stringify({
      baseUrl: `${service.origin}${service.basePath}`,
      key: account.token,
      siteKey: site.token,
      domain: site.domain,
      admin: service.adminWrite,
    }),
  );
  expect(JSON.parse(told)).toEqual({
    get: account.email,
    query: ['sent before'],
    created: { status: 201, name: 'Shops' },
    changed: 204,
    deleted: 204,
    sent: { accepted: 1, duplicates: 0, rejected: [] },
    read: ['sent by the client', 'sent before'],
    tail: ['sent before', 'sent by the client'],
    exported: 4,
    operator: account.email,
    refused: { error: 'invalid severity' },
  });
});

/** Runs a Node program and returns its output; fails with it. */
async function run(...args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(process.execPath, args, { cwd: folder, timeout: waitLimitMs })).stdout;
  } catch (error) {
    // `execFile` rejects with this.
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(stdout + stderr, { cause: error });
  }
}

/** What a user writes who has only the generated client. */
const program = `
import { createClient } from './client/client/index.js';
import {
  accountEventsExport, accountEventsList, accountEventsTail, accountGroupsCreate, accountGroupsDelete, accountGroupsUpdate,
  accountMe, adminAccountsList, ingestEventsSend, readEventsList,
} from './client/index.js';

declare const process: { argv: string[] };
const { baseUrl, key, siteKey, domain, admin } = JSON.parse(process.argv[2] ?? '');
const client = createClient({ baseUrl, auth: key });
const ofSite = createClient({ baseUrl, auth: siteKey });
const ofOperator = createClient({ baseUrl, auth: admin });
const headers = { 'X-Site-Domain': domain };

const me = await accountMe({ client, throwOnError: true });
const list = await accountEventsList({ client, query: { severity: ['low'], limit: 10 }, throwOnError: true });
const group = await accountGroupsCreate({ client, body: { name: 'Shops', external_ref: 'x' }, throwOnError: true });
const path = { id: group.data.id };
const changed = await accountGroupsUpdate({ client, path, body: { name: 'Shops 2' }, throwOnError: true });
const deleted = await accountGroupsDelete({ client, path, throwOnError: true });
const event = {
  occurred_at: new Date().toISOString(), code: 1, severity: 'info' as const, object: 'post', event_type: 'made', message: 'sent by the client',
};
const sent = await ingestEventsSend({ client: ofSite, headers, body: { events: [event] }, throwOnError: true });
const read = await readEventsList({ client: ofSite, headers, throwOnError: true });
const tail = await accountEventsTail({ client, query: { after: '0' }, throwOnError: true });
const lines = await accountEventsExport({ client, query: { order: 'asc' }, parseAs: 'text', throwOnError: true });
const accounts = await adminAccountsList({ client: ofOperator, query: { q: me.data.email }, throwOnError: true });
const refused = await accountEventsList({ client, query: { severity: ['fatal' as 'info'] } });
console.log(JSON.stringify({
  get: me.data.email,
  query: list.data.events.map(({ message }) => message),
  created: { status: group.response.status, name: group.data.name },
  changed: changed.response.status,
  deleted: deleted.response.status,
  sent: sent.data,
  read: read.data.events.map(({ message }) => message),
  tail: tail.data.events.map(({ message }) => message),
  exported: lines.data.trimEnd().split('\\n').length,
  operator: accounts.data.accounts[0]?.email,
  refused: refused.error,
}));
`;
