import { until } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { refusalOf } from '../src/refusal.ts';
import { bearer, openServices, type Credential, type TestServices } from './access-world.ts';
import { address, event, openEventAccount, sentenceOf } from './member-world.ts';
import { signIn } from './people-world.ts';

// A tail that a page of the dashboard waits for (rulings §10.7, §11.5).

let services: TestServices;
let operator: Credential;
beforeAll(async () => {
  services = await openServices();
  const { token } = await services.adminToken('the night desk', 'admin:write');
  operator = { authorization: bearer(token) };
});
afterAll(() => services.close());

const callerOf = (credential: Credential) => services.callerOf(credential);
const openAccount = () => openEventAccount(services, operator);

type Dashboard = ReturnType<TestServices['callerOf']>['dashboard'];
type TailInput = Parameters<Dashboard['events']['tail']>[0];

/** Waits for events. Resolves once it is one of this many requests that wait. */
async function waiting({ events }: Dashboard, so: number, input: TailInput = {}) {
  const answer = events.tail({ wait: 20, ...input });
  const outcome = answer.then(
    (page) => page.events.map(({ message }) => message),
    (error: unknown) => refusalOf(error).message,
  );
  await untilWaiting(so);
  return { answer, outcome };
}
const untilWaiting = (so: number): Promise<void> => until(() => services.core.events.tail.waiting === so);

test('R§10.33 a member follows the events of the account with the filters of the list, and a client of one group those of the group', async () => {
  const { account, other, send, as } = await openAccount();
  const [viewer, client] = [await as('viewer'), await as('viewer', true)];
  const { next_after: after } = await viewer.events.tail({});
  const ofCode = await waiting(viewer, 1, { not_code: [7], site_id: account.otherSite.id, after });
  const ofGroup = await waiting(client, 2);
  const all = await waiting(viewer, 3);
  await send(other, event({ message: 'of code 7', code: 7 }));
  expect(await all.outcome).toEqual(['of code 7']);
  await send(other, event({ message: 'of the other site', ip: address }));
  expect(await ofCode.outcome).toEqual(['of the other site']);
  await send(account.siteKey, event({ message: 'of the group' }));
  expect(await ofGroup.outcome).toEqual(['of the group']);
  const page = await viewer.events.tail({ after, ip: address });
  expect(page).toMatchObject({ events: [{ message: 'of the other site', domain: account.otherSite.domain }] });
  expect(page.expired).toBe(false);
  expect(Object.keys(page.events[0] ?? {}).slice(-1)).toEqual(['ip']);
  for (const reach of [{ site_id: account.otherSite.id }, { group_id: crypto.randomUUID() }, { site_id: 'x' }])
    expect(await sentenceOf(client.events.tail({ ...reach, wait: 20 }))).toBe('not found');
});

test('R§10.33 a tail refuses a wait of more than 20 seconds and positions of no tail', async () => {
  const { as } = await openAccount();
  const { events } = await as('viewer');
  for (const wait of [21, -1, 0.5]) expect(await sentenceOf(events.tail({ wait }))).toBe('invalid wait');
  const { next_cursor: cursor } = await events.list({ limit: 1 });
  for (const after of ['x', cursor]) expect(await sentenceOf(events.tail({ after, wait: 20 }))).toBe('invalid after');
});

test('R§10.7 R§10.33 three requests of a session wait, and a fourth is refused, while the person waits in another session', async () => {
  const { account, send } = await openAccount();
  const first = await signIn(services, account, { role: 'viewer' });
  const second = await signIn(services, account, { role: 'viewer' });
  await services.core.db.prisma.session.updateMany({
    where: { personRowId: second.person.rowId },
    data: { personRowId: first.person.rowId },
  });
  const { dashboard } = callerOf(first);
  const held = [await waiting(dashboard, 1), await waiting(dashboard, 2), await waiting(dashboard, 3)];
  expect(await dashboard.events.tail({ wait: 20 }).catch(refusalOf)).toMatchObject({
    code: 'unavailable',
    status: 503,
    retryAfter: 1,
  });
  expect(await dashboard.events.tail({})).toMatchObject({ events: [] });
  held.push(await waiting(callerOf(second).dashboard, 4));
  await send(account.siteKey, event({ message: 'for all' }));
  for (const { outcome } of held) expect(await outcome).toEqual(['for all']);
});

test('R§2.5 R§10.33 a member who is removed while a tail waits, or whose group or session ends, gets what the next request would get', async () => {
  const { account, as } = await openAccount();
  const owner = await as('owner');
  const member = await signIn(services, account, { role: 'admin' });
  const signedOut = await signIn(services, account, { role: 'viewer' });
  const groupless = await as('viewer', true);
  const { members } = await owner.members.list();
  const { id = '' } = members.find(({ email }) => email === member.person.email) ?? {};
  // Nobody asks again, so only the request that waits can tell.
  const removed = await waiting(callerOf(member).dashboard, 1);
  await owner.members.remove({ id });
  expect(await removed.outcome).toBe('not found');
  const ended = await waiting(callerOf(signedOut).dashboard, 1);
  await callerOf(signedOut).me.signOut();
  expect(await ended.outcome).toBe('invalid token');
  const client = await waiting(groupless, 1);
  await callerOf(account.accountKey).account.groups.delete({ id: account.group.id });
  expect(await client.outcome).toBe('not found');
  await untilWaiting(0);
});

test('R§11.5 addresses that an owner hides while a tail waits are neither shown nor looked for', async () => {
  const { account, send, as } = await openAccount();
  const [owner, viewer, admin] = [await as('owner'), await as('viewer'), await as('admin')];
  const [looking, plain, seeing] = [
    await waiting(viewer, 1, { ip: address }),
    await waiting(viewer, 2),
    await waiting(admin, 3, { ip: address }),
  ];
  await owner.account.update({ hide_ip: true });
  expect(await looking.outcome).toBe('missing role: admin');
  expect(await sentenceOf(viewer.events.tail({ ip: address, site_id: 'x' }))).toBe('missing role: admin');
  await send(account.siteKey, event({ ip: address }));
  const { events } = await plain.answer;
  expect(events).toHaveLength(1);
  expect(events[0]).not.toHaveProperty('ip');
  expect((await seeing.answer).events[0]).toMatchObject({ ip: address });
});
