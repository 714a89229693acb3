import { refusalOf } from '../src/refusal.ts';
import { bearer, makeAccount, type Credential, type TestServices } from './access-world.ts';
import { signIn } from './people-world.ts';

// An account with events, and what its members see of them.

/** The sentence of the refusal that ends the work, or `done`. */
export const sentenceOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => refusalOf(error).message,
  );
/** The address of the event of the site that is in the group. */
export const address = '203.0.113.7';
export const event = (over: object = {}) => ({
  occurred_at: '2026-01-15T12:00:00Z',
  code: 1002,
  severity: 'low',
  object: 'user',
  event_type: 'failed-login',
  message: 'an event',
  user_id: 5,
  username: 'ada',
  ...over,
});

/** A reseller's account, which keeps old events, with one event of each of its two sites. */
export async function openEventAccount(services: TestServices, operator: Credential) {
  const callerOf = (credential: Credential) => services.callerOf(credential);
  const account = await makeAccount(services, operator, 'pro');
  await callerOf(operator).admin.accounts.setReseller({ id: account.id, enabled: true });
  const { rowId: group } = await services.core.db.prisma.group.findFirstOrThrow({ where: { id: account.group.id } });
  const other = { authorization: bearer(account.otherSite.token), domain: account.otherSite.domain };
  const send = (key: Credential, ...events: object[]) => callerOf(key).ingest.events.send({ events });
  await send(account.siteKey, event({ ip: address }));
  await send(other, event({ code: 9999, ip: '2001:db8::1', occurred_at: '2026-01-14T12:00:00Z' }));
  const as = async (role: 'owner' | 'admin' | 'viewer', isOfGroup = false) =>
    callerOf(await signIn(services, account, { role, ...(isOfGroup ? { group } : {}) })).dashboard;
  return { account, other, send, as };
}
