import { randomUUID } from 'node:crypto';

import type { Answer, TestService } from './harness.ts';
import { unique } from './harness.ts';

type Act = (on: TestService) => Promise<Answer>;

const sink = { type: 'mail' };
const makeStream = async (on: TestService, of: Record<string, unknown> = sink) => {
  const account = await on.makeAccount();
  const made = await account.call('POST', '/streams', { body: { name: `stream ${unique()}`, sink: of } });
  const { id } = made.body as { id: string };
  return { account, id };
};
const onStream =
  (method: string, part = '', body?: object, of?: Record<string, unknown>): Act =>
  async (on) => {
    const { account, id } = await makeStream(on, of);
    return account.call(method, `/streams/${id}${part}`, body === undefined ? {} : { body });
  };
const webhook = { type: 'webhook', url: 'https://hooks.example.com/goal' };

/** A success for every operation on streams. */
export const streamSuccesses: Record<string, Act> = {
  'GET /account/streams': async (on) => (await makeStream(on)).account.call('GET', '/streams'),
  'POST /account/streams': async (on) =>
    (await on.makeAccount()).call('POST', '/streams', {
      body: { name: 'Our SIEM', sink: webhook, filters: { code: [2002] } },
    }),
  'GET /account/streams/{id}': onStream('GET'),
  'PATCH /account/streams/{id}': onStream('PATCH', '', { name: 'Another' }),
  'DELETE /account/streams/{id}': onStream('DELETE'),
  'POST /account/streams/{id}/pause': onStream('POST', '/pause'),
  'POST /account/streams/{id}/resume': onStream('POST', '/resume'),
  'POST /account/streams/{id}/test': onStream('POST', '/test'),
  'POST /account/streams/{id}/replay': onStream('POST', '/replay', { from: '2026-01-01' }),
  'POST /account/streams/{id}/secret': onStream('POST', '/secret', undefined, webhook),
  'GET /account/streams/{id}/deliveries': onStream('GET', '/deliveries?limit=5'),
  'GET /account/streams/{id}/set-aside': onStream('GET', '/set-aside?limit=5'),
  'POST /account/streams/{id}/set-aside/retry': onStream('POST', '/set-aside/retry'),
  'POST /admin/streams/{id}/pause': async (on) => on.admin('POST', `/streams/${(await makeStream(on)).id}/pause`),
  'POST /admin/streams/{id}/resume': async (on) => on.admin('POST', `/streams/${(await makeStream(on)).id}/resume`),
};

/** A conflict for every operation on streams that lists one. */
export const streamConflicts: Record<string, Act> = {
  async 'POST /account/streams'(on) {
    const account = await on.makeAccount();
    const body = { name: 'Our SIEM', sink };
    await account.call('POST', '/streams', { body });
    return account.call('POST', '/streams', { body });
  },
  async 'PATCH /account/streams/{id}'(on) {
    const { account, id } = await makeStream(on);
    await account.call('POST', '/streams', { body: { name: 'Our SIEM', sink } });
    return account.call('PATCH', `/streams/${id}`, { body: { name: 'Our SIEM' } });
  },
  async 'POST /account/streams/{id}/resume'(on) {
    const { account, id } = await makeStream(on);
    await on.admin('POST', `/streams/${id}/pause`);
    return account.call('POST', `/streams/${id}/resume`);
  },
  async 'POST /account/streams/{id}/test'(on) {
    const { account, id } = await makeStream(on);
    await on.db.work.query("update stream set testing_until = 'infinity' where id = $1", [id]);
    return account.call('POST', `/streams/${id}/test`);
  },
  async 'POST /account/streams/{id}/replay'(on) {
    const account = await on.makeAccount();
    const site = await on.makeSite(account);
    const body = { name: 'Our SIEM', sink };
    const { id } = (await account.call('POST', '/streams', { body })).body as { id: string };
    const event = {
      occurred_at: new Date().toISOString(),
      code: 1,
      severity: 'low',
      object: 'a',
      event_type: 'b',
      message: '',
    };
    await on.ingest(site, [event]);
    await on.ingest(site, [event]);
    await on.db.work.query(
      'delete from tail where account = (select account_no from stream where id = $1) and seq = 1',
      [id],
    );
    return account.call('POST', `/streams/${id}/replay`, { body: { from: '2026-01-01' } });
  },
  'POST /account/streams/{id}/secret': onStream('POST', '/secret'),
};

/** What makes a new stream 404. */
export const unknownSite = () => ({ sink, filters: { site_id: randomUUID() } });
