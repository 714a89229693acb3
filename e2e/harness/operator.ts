import { randomUUID } from 'node:crypto';

import { createTrpcClient, type RouterOutputs } from '@goal/client/trpc';
import type { Severity } from '@goal/contract';

import { world } from '../service/world.ts';
import { askAgain } from './ask-again.ts';
import { rest } from './rest.ts';

/** A word that no other test uses. */
export const unique = (): string => randomUUID().slice(0, 13).replace('-', '');
/** A domain that no other test uses. */
export const freshDomain = (): string => `s${unique()}.example.com`;

/** The operator's procedures, to set up what a test needs and to check the outcome. */
export const admin = () =>
  createTrpcClient({ url: `${world().api}/trpc`, token: world().tokens.operator.token, fetch: askAgain }).admin;

export type Account = RouterOutputs['admin']['accounts']['create'];
export type Site = RouterOutputs['admin']['accounts']['sites']['create'];

/** Creates an account for one test. */
export async function makeAccount({
  plan = 'pro',
  email = `owner-${unique()}@example.com`,
  reseller = false,
}: { plan?: string; email?: string; reseller?: boolean } = {}): Promise<Account> {
  const account = await admin().accounts.create.mutate({ email, plan });
  if (reseller) await admin().accounts.setReseller.mutate({ id: account.id, enabled: true });
  return account;
}

/** Registers a site as the operator; the result includes its first key. */
export async function makeSite(
  account: { id: string },
  { domain = freshDomain(), name }: { domain?: string; name?: string } = {},
): Promise<Site> {
  const site_url = `https://${domain}/`;
  return admin().accounts.sites.create.mutate({
    id: account.id,
    domain,
    site_url,
    ...(name === undefined ? {} : { name }),
  });
}

export async function makeSites(account: { id: string }, count: number): Promise<Site[]> {
  const sites: Site[] = [];
  // Sequentially, so that the sites have an order.
  for (let n = 0; n < count; n++) sites.push(await makeSite(account));
  return sites;
}

/** Creates an account key, so that a test can act as the customer's program. */
export async function makeKey(account: { id: string }, name?: string): Promise<string> {
  const { key } = await admin().accounts.keys.create.mutate({
    id: account.id,
    ...(name === undefined ? {} : { name }),
  });
  return key;
}

/** Sends `count` events of one severity, `daysAgo` UTC days ago. Throws unless all are accepted. */
export async function sendEvents(
  site: Pick<Site, 'token' | 'domain'>,
  {
    count,
    severity = 'info',
    daysAgo = 0,
    code = 1000,
    username = '',
  }: { count: number; severity?: Severity; daysAgo?: number; code?: number; username?: string },
): Promise<void> {
  // Midnight, because a day may end while a test runs.
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const occurred_at = new Date(midnight - daysAgo * 86_400_000).toISOString();
  const event = {
    occurred_at,
    code,
    severity,
    object: 'post',
    event_type: 'modified',
    message: 'Secret words of a customer',
    username,
  };
  const events = Array.from({ length: count }, () => event);
  const { status, body } = await rest('POST', '/events', { token: site.token, domain: site.domain, body: { events } });
  const expected = JSON.stringify({ accepted: count, duplicates: 0, rejected: [] });
  if (JSON.stringify(body) !== expected) throw new Error(`events were not accepted: ${status} ${JSON.stringify(body)}`);
}

/** Creates a group as the customer, with an account key. */
export async function makeGroup(
  token: string,
  body: { name: string; external_ref?: string },
): Promise<{ id: string; name: string }> {
  const answer = await rest('POST', '/account/groups', { token, body });
  return answer.body as { id: string; name: string }; // the answer for a created group
}

/** Creates a group key as the customer, with an account key. */
export async function makeGroupKey(
  token: string,
  { id }: { id: string },
  name = 'crm',
): Promise<{ key: string; prefix: string }> {
  const answer = await rest('POST', `/account/groups/${id}/keys`, { token, body: { name } });
  return answer.body as { key: string; prefix: string }; // the answer for a created key
}

/** Makes a stream as the customer, with an account key. It sends to a name that nobody has. */
export async function makeStream(token: string, name = 'Our SIEM'): Promise<{ id: string }> {
  const sink = { type: 'webhook', url: 'https://hooks.invalid/secret-path' };
  const filters = { q: 'secret-words' };
  const answer = await rest('POST', '/account/streams', { token, body: { name, sink, filters } });
  return answer.body as { id: string }; // the answer for a created stream
}
