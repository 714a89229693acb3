import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { authorizeAccount, authorizeSite } from '../src/access.ts';
import type { Context } from '../src/http/context.ts';
import { tools } from '../src/mcp/tools.ts';
import { proceduresOf } from '../src/procedures.ts';
import { routesOf } from '../src/rest/routes.ts';
import { appRouter } from '../src/router.ts';
import { makeWorld, outcomeOf } from './access-credentials.ts';
import { accesses, everywhere, procedures, reading, type Expected, type Outcome } from './access-procedures.ts';
import { openServices, type TestServices } from './access-world.ts';

type World = Awaited<ReturnType<typeof makeWorld>>;

// Who may do what: the access of each procedure, and what each credential meets at each access.

// title, the credential's name in the world, and its outcomes
const rows: readonly (readonly [title: string, credential: keyof World['credentials'], expected: Expected])[] = [
  // Nothing that could be a credential.
  ['I§7 401 missing bearer token I§5.R9: no header', 'none', everywhere('missing_token')],
  ['R§3.2 a header that is no bearer', 'basic', everywhere('missing_token')],
  ['R§3.2 a bearer of the wrong form', 'wrongForm', everywhere('invalid_token')],
  ['R§3.2 an unknown account key', 'unknownAccountKey', everywhere('invalid_token')],
  ['R§3.2 an unknown group key', 'unknownGroupKey', everywhere('invalid_token')],
  ['R§3.2 an unknown site key', 'unknownSiteKey', everywhere('invalid_token')],
  ['R§3.2 an unknown admin token', 'unknownAdminToken', everywhere('invalid_token')],

  ['I§5 Account key: the whole account', 'accountKey', { account: 'admitted', unscoped: 'admitted' }],
  ['R§3.2 «bearer» in other letters', 'lowerCase', { account: 'admitted', unscoped: 'admitted' }],
  ['R§3.2 an account key with a wrong secret', 'accountKeyGuessed', {}],
  ['R§3.3 an account key that was revoked', 'accountKeyRevoked', {}],
  ['R§2.5 an account key whose account was deleted', 'accountKeyOfDeleted', {}],
  [
    'I§7 403 api access requires a paid plan I§5.R5: an account key on the free plan',
    'freeAccountKey',
    { account: 'paid_plan', unscoped: 'paid_plan' },
  ],
  [
    'I§5.R5 an account key of a reseller on the free plan',
    'resellerKey',
    { account: 'admitted', unscoped: 'admitted' },
  ],
  [
    'I§5.R5 R§2.5 the same after the flag was taken away',
    'formerResellerKey',
    { account: 'paid_plan', unscoped: 'paid_plan' },
  ],
  [
    'I§7 429 rate limited I§8 Account API rate: an account key over its rate',
    'accountKeySpent',
    { account: 'rate_limited', unscoped: 'rate_limited' },
  ],
  [
    'R§2.4 the same on the free plan: the rate comes before the gate',
    'freeAccountKeySpent',
    { account: 'rate_limited', unscoped: 'rate_limited' },
  ],
  ['I§8 Account API rate: a reseller has none', 'resellerKeySpent', { account: 'admitted', unscoped: 'admitted' }],

  [
    'I§5 Group key I§7 403 account key required I§5.R6: a group key, also for its own group',
    'groupKey',
    { account: 'admitted', unscoped: 'account_key_required' },
  ],
  ['R§3.2 a group key with a wrong secret', 'groupKeyGuessed', {}],
  ['R§3.3 a group key that was revoked', 'groupKeyRevoked', {}],
  ['R§2.5 a group key whose group was deleted', 'groupKeyOfDeletedGroup', {}],
  ['R§2.5 a group key whose account was deleted', 'groupKeyOfDeleted', {}],
  [
    'R§2.4 a group key on the free plan: the gate comes before the kind of key',
    'freeGroupKey',
    { account: 'paid_plan', unscoped: 'paid_plan' },
  ],
  [
    'I§5.R5 a group key of a reseller on the free plan',
    'resellerGroupKey',
    { account: 'admitted', unscoped: 'account_key_required' },
  ],
  [
    'I§8 Account API rate: a group key over its rate',
    'groupKeySpent',
    { account: 'rate_limited', unscoped: 'rate_limited' },
  ],

  ['I§5 Site key: a site key with its domain', 'siteKey', { read: 'admitted', ingest: 'admitted' }],
  ['R§6.8 with its domain in other letters', 'siteKeyUpperCase', { read: 'admitted', ingest: 'admitted' }],
  ['R§6.8 without a domain', 'siteKeyNoDomain', { read: 'domain_mismatch', ingest: 'domain_mismatch' }],
  ['R§6.8 with another domain', 'siteKeyOtherDomain', { read: 'domain_mismatch', ingest: 'domain_mismatch' }],
  ['R§3.2 a site key with a wrong secret', 'siteKeyGuessed', {}],
  ['R§3.3 a site key that was revoked', 'siteKeyRevoked', {}],
  ['R§2.5 a site key whose site was deleted', 'siteKeyOfDeletedSite', {}],
  ['R§2.5 a site key whose account was deleted', 'siteKeyOfDeleted', {}],
  ['R§7.1 I§5.R5 a site key on the free plan', 'freeSiteKey', { read: 'paid_plan', ingest: 'admitted' }],
  [
    'R§2.4 the same with another domain: the gate comes before the domain',
    'freeSiteKeyOtherDomain',
    { read: 'paid_plan', ingest: 'domain_mismatch' },
  ],
  ['I§5.R5 a site key of a reseller on the free plan', 'resellerSiteKey', { read: 'admitted', ingest: 'admitted' }],
  ['R§4.5 a site key of a paused site', 'pausedSiteKey', { read: 'admitted', ingest: 'site_paused' }],
  ['R§4.5 a site key of a revoked site', 'revokedSiteKey', { read: 'site_revoked', ingest: 'site_revoked' }],
  [
    'R§2.4 the same with another domain: the domain comes before the state',
    'revokedSiteKeyOtherDomain',
    { read: 'domain_mismatch', ingest: 'domain_mismatch' },
  ],
  [
    'R§10.39 a site key of an account that has reached its monthly limit',
    'overLimitSiteKey',
    { read: 'paid_plan', ingest: 'monthly_limit' },
  ],
  [
    'R§2.4 the same with another domain: the domain comes before the monthly limit',
    'overLimitSiteKeyOtherDomain',
    { read: 'paid_plan', ingest: 'domain_mismatch' },
  ],
  [
    'R§10.39 a site key of a reseller that has sent as much',
    'overLimitResellerSiteKey',
    { read: 'admitted', ingest: 'admitted' },
  ],
  ['R§2.6 a site key over its rate of reading', 'siteKeyReadSpent', { read: 'rate_limited', ingest: 'admitted' }],
  ['R§2.6 a site key over its rate of sending', 'siteKeySendSpent', { read: 'admitted', ingest: 'rate_limited' }],
  [
    'R§6.8 a reseller’s site key over its rate of reading',
    'resellerSiteKeySpent',
    { read: 'rate_limited', ingest: 'admitted' },
  ],
  [
    'R§2.4 both rates with another domain: the rate comes before gate and domain',
    'siteKeyOtherDomainSpent',
    { read: 'rate_limited', ingest: 'rate_limited' },
  ],

  ['R§12.2 an account key that only reads', 'readAccountKey', { account: reading, unscoped: reading }],
  ['R§12.2 the same over its rate', 'readAccountKeySpent', { account: 'rate_limited', unscoped: 'rate_limited' }],
  [
    'R§12.2 the same on the free plan: the gate comes before the access',
    'freeReadAccountKey',
    { account: 'paid_plan', unscoped: 'paid_plan' },
  ],
  [
    'R§12.2 a group key that only reads: the kind of key comes before the access',
    'readGroupKey',
    { account: reading, unscoped: 'account_key_required' },
  ],
  ['R§12.2 a site key that only reads', 'readSiteKey', { read: 'admitted', ingest: 'read_only_key' }],
  [
    'R§12.2 the same with another domain: the access comes before the domain',
    'readSiteKeyOtherDomain',
    { read: 'domain_mismatch', ingest: 'read_only_key' },
  ],
  [
    'R§12.2 the same over its rate of sending: the rate comes before the access',
    'readSiteKeySendSpent',
    { read: 'admitted', ingest: 'rate_limited' },
  ],
  ['R§12.2 a site key that only sends', 'sendSiteKey', { read: 'send_only_key', ingest: 'admitted' }],
  [
    'R§12.2 the same with another domain: the access comes before the domain',
    'sendSiteKeyOtherDomain',
    { read: 'send_only_key', ingest: 'domain_mismatch' },
  ],
  [
    'R§12.2 the same over its rate of reading: the rate comes before the access',
    'sendSiteKeyReadSpent',
    { read: 'rate_limited', ingest: 'admitted' },
  ],
  [
    'R§12.2 the same on the free plan: the gate comes before the access',
    'freeSendSiteKey',
    { read: 'paid_plan', ingest: 'admitted' },
  ],

  [
    'I§7 403 missing scope: admin:write I§5.R8: an admin token that may read',
    'adminRead',
    { operatorRead: 'admitted', operatorWrite: 'missing_scope_write' },
  ],
  [
    'I§5 Admin token I§5.R8: an admin token that may write',
    'adminWrite',
    { operatorRead: 'admitted', operatorWrite: 'admitted' },
  ],
  ['R§3.2 an admin token with a wrong secret', 'adminGuessed', {}],
  ['R§3.3 an admin token that was revoked', 'adminRevoked', {}],
];

let services: TestServices;
let world: World;
beforeAll(async () => {
  services = await openServices();
  world = await makeWorld(services);
});
afterAll(() => services.close());

test('every procedure has an access, and stands in its row', () => {
  const found = Object.entries(proceduresOf(appRouter))
    .filter(([name, { _def }]) => !/^(entry|me|dashboard)\./.test(name) && _def.meta?.access !== 'open')
    .map(([name, { _def }]) => `${_def.meta?.access} ${name}`);
  const tabled = accesses.flatMap((access) => procedures[access].map((name) => `${access} ${name}`));
  expect(found.toSorted()).toEqual(tabled.toSorted());
});

test('every credential of the world has a row', () => {
  expect(rows.map(([, credential]) => credential).toSorted()).toEqual(Object.keys(world.credentials).toSorted());
});

const typeOf = (name: string): 'query' | 'mutation' => proceduresOf(appRouter)[name]?._def.type ?? expect.fail(name);

test('R§12.2 a procedure is a query where its method is GET, and a mutation at every other method', () => {
  for (const { procedure, type, method } of routesOf(appRouter))
    expect([procedure, type]).toEqual([procedure, method === 'GET' ? 'query' : 'mutation']);
});

test('R§12.2 a key that MCP has judged before it knows the tool meets its access in the tool’s procedure', async () => {
  const { readAccountKey, readSiteKey } = world.credentials;
  const account = await authorizeAccount(services.contextOf(readAccountKey));
  const site = await authorizeSite(services.contextOf(readSiteKey), 'query');
  const call = (name: string, preAuthorized: Context['preAuthorized']) =>
    outcomeOf(services, name, {}, { id: world.own.otherSite.id }, preAuthorized);
  expect(await call('account.sites.delete', { account })).toBe('read_only_key');
  expect(await call('account.me', { account })).toBe('admitted');
  expect(await call('read.events.list', { site })).toBe('admitted');
  for (const reach of Object.values(tools))
    for (const { procedure, listing } of reach.values())
      expect([procedure, listing.annotations?.readOnlyHint]).toEqual([procedure, typeOf(procedure) === 'query']);
});

describe.each(rows)('%s', (_title, credential, expected) => {
  test.each(accesses)('%s', async (access) => {
    const outcomes: Record<string, string> = {};
    for (const name of procedures[access]) {
      const outcome = await outcomeOf(services, name, world.credentials[credential]);
      outcomes[name] = outcome.startsWith('admitted') ? 'admitted' : outcome;
    }
    const wanted = expected[access] ?? 'invalid_token';
    const wantedOf = (name: string): Outcome => (typeof wanted === 'string' ? wanted : wanted[typeOf(name)]);
    expect(outcomes).toEqual(Object.fromEntries(procedures[access].map((name) => [name, wantedOf(name)])));
  });
});

describe('R§2.4 I§5.R7 an id that is not the caller’s is not found, before the body is read', () => {
  /** Procedures that take an id in their path, called with one that is not the caller's. */
  const takingIds = [...procedures.account, ...procedures.unscoped, ...procedures.read].filter((name) =>
    proceduresOf(appRouter)[name]?._def.inputs.some((input) => input instanceof z.ZodObject && 'id' in input.shape),
  );

  test.each(takingIds)('%s', async (name) => {
    const { own, another, credentials } = world;
    const isOfGroup = name.startsWith('account.groups.');
    const foreignId = isOfGroup ? another.group.id : another.site.id;
    const caller = name.startsWith('read.') ? credentials.siteKey : credentials.accountKey;
    const found = name.includes('.events.') ? await eventIdOf(another) : foreignId;
    expect(await outcomeOf(services, name, caller, { id: found })).toBe('admitted, then not_found');
    // A group key reaches the sites of its group alone.
    if (name.startsWith('account.sites.'))
      expect(await outcomeOf(services, name, credentials.groupKey, { id: own.otherSite.id })).toBe(
        'admitted, then not_found',
      );
  });

  /** An event that an account's site has sent. */
  async function eventIdOf({ siteKey }: (typeof world)['another']): Promise<number> {
    const { ingest, read } = services.callerOf(siteKey);
    const event = { occurred_at: new Date().toISOString(), code: 1000, severity: 'low', object: 'user' };
    await ingest.events.send({ ...event, event_type: 'login', message: 'Logged in' });
    const { events } = await read.events.list({});
    const [{ id } = { id: 0 }] = events;
    expect(await outcomeOf(services, 'read.events.get', siteKey, { id })).toBe('admitted');
    return id;
  }
});
