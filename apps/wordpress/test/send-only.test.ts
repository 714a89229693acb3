import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sharedService, type Account, type Site as Registered, type TestService } from '../../server/test/harness.ts';
import { makeSite, type Site } from './php.ts';
import { unpackSqlite } from './sqlite.ts';
import { message, messagesOf, numbers } from './stored-events.ts';

let service: TestService;
let account: Account;
let registered: Registered;
let site: Site;
const sqlite = unpackSqlite();

beforeAll(async () => {
  service = await sharedService();
  account = await service.makeAccount({ plan: 'agency' });
  registered = await service.makeSite(account);
  site = makeSite({ ...sqlite.site('site'), WP_DOMAIN: registered.domain });
  await site.run('activate');
});
afterAll(() => sqlite.stop());

const configure = (key: string) => site.run('configure', `${service.origin}${service.basePath}`, key);

describe('the WordPress sender and the service', () => {
  it('R§12.3 work with a send-only key, which the test calls the right one, while it says that another key can do more', async () => {
    await configure(registered.token);
    expect(await site.run('press', 'test')).toContain('can also read and export the events of this site');
    const { body } = await account.call('POST', `/sites/${registered.id}/tokens?access=send`);
    await configure((body as { token: string }).token);
    expect(await site.run('press', 'test')).toBe(
      'The service has accepted the test event. This key can only send: the right key for this site.',
    );
    await site.run('log', '1', '3');
    await site.run('tick');
    expect((await messagesOf(service, registered)).slice(-3)).toEqual(numbers(3));
  });

  it('agree on every field of an event', async () => {
    await site.run('log', '12', '12');
    await site.run('tick');
    const { events } = (await registered.call('GET', '/events')).body as { events: { id: number }[] };
    expect((await registered.call('GET', `/events/${events[0]?.id}`)).body).toMatchObject({
      code: 2002,
      severity: 'low',
      object: 'post',
      event_type: 'modified',
      message: message(12),
      user_id: 7,
      username: 'editor',
      post_id: 12,
    });
  });
});
