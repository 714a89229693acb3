import { createdHoldShape, createdRedactionShape, redactionShape } from '@goal/contract';
import { until } from '@goal/db/testing';
import { expect } from 'vitest';

import { makeEvent, type Account, type TestService } from '../harness.ts';
import type { Scopes } from './ask-everything.ts';

const confirm = { confirm: 'true' };

/**
 * Asks for everything that the signed log shows, by every key; holds a site, and redacts an event
 * and a person whose events are in the log, until the log says so.
 */
export async function useLog(service: TestService, account: Account, { groupToken, site }: Scopes): Promise<void> {
  const word = 'known-by-one-name';
  const sealed = await service.logEvent(account, site);
  await service.ingest(site, [makeEvent({ username: word, user_agent: word }), makeEvent({ user_agent: word })]);
  (await account.call('POST', `/events/${sealed}/redact`, { query: confirm })).done();
  const { id } = (await account.call('POST', '/redactions', { query: confirm, body: { username: word } })).as(
    202,
    createdRedactionShape,
  );
  await until(async () => (await account.call('GET', `/redactions/${id}`)).as(200, redactionShape).status === 'done');
  await until(async () => {
    const { text } = await account.call('GET', '/log/bundle');
    return text.split('\\"redact\\"').length > 2;
  });
  const proven = await service.logEvent(account, site);
  for (const path of ['', '/checkpoint', '/consistency'])
    expect((await account.call('GET', `/log${path}`)).status).toBe(200);
  const asked = [
    await account.call('GET', `/events/${proven}/proof`),
    await site.call('GET', `/events/${proven}/proof`),
    await site.call('GET', '/log/bundle'),
    await account.call('GET', '/log/bundle', { query: { site_id: site.id } }),
    await service.call('GET', '/account/log/bundle', { token: groupToken }),
    await service.admin('GET', `/accounts/${account.id}/log`),
  ];
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200));
  const body = { reason: 'a dispute', site_id: site.id };
  const hold = (await account.call('POST', '/holds', { body })).as(201, createdHoldShape);
  expect((await account.call('GET', '/holds')).status).toBe(200);
  (await account.call('DELETE', `/holds/${hold.id}`)).done();
}
