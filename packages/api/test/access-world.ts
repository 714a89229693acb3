import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { formatToken, parseToken, type KeyAccess } from '@goal/contract';
import {
  createAdminToken,
  defaultSettings,
  LastUses,
  openCredentials,
  openEventServices,
  openPeople,
  openSso,
  revokeAdminToken,
  TokenBuckets,
} from '@goal/core';
import type { Core, Visitor } from '@goal/core';
import { Allowance } from '@goal/db';
import { cheapCost, freshDatabase, openPatientDatabase } from '@goal/db/testing';

import type { Context, Services } from '../src/http/context.ts';
import { openMemory } from '../src/http/memory.ts';
import { RequestCost } from '../src/http/request-cost.ts';
import { appRouter } from '../src/router.ts';

/** What a caller presents. */
export type Credential = {
  authorization?: string;
  domain?: string;
  /** The account that a session names. */
  accountId?: string;
  /** What the page calls its change. */
  actId?: string;
  /** The person whom the page was drawn for. */
  personId?: string;
  /** What the dashboard's server says of the visitor; without it the dashboard does not ask. */
  visitor?: Visitor;
  /** The limiter that its calls meet; by default one with full buckets. */
  limiter?: TokenBuckets;
  /** The provider of single sign-on that is set up. */
  issuer?: string;
};

/** Below the doors a slow machine is no reason to refuse a request. */
class PatientCost extends RequestCost {
  override allowance(owner: string): Allowance {
    return new Allowance({ owner, budgetMs: Infinity });
  }
}

/** The services on a database of their own, and callers of the router without any HTTP. */
export async function openServices() {
  const database = await freshDatabase();
  const db = openPatientDatabase({ url: database.url });
  const events = await openEventServices(db);
  const core: Core = { db, events, uses: new LastUses(db), wakeReclaimer: () => {}, settings: defaultSettings };
  const services: Omit<Services, 'limiter'> = {
    core,
    operatorCore: { ...core, db: { ...db, ...db.operators } },
    credentials: openCredentials(db),
    memory: openMemory(),
    people: openPeople({
      secrets: ['a password of the tests, 32 characters'],
      dashboardUrl: 'http://localhost:3001',
      mailer: undefined,
      onMailFailure: () => {},
      signIn: 'all',
      passwordCost: cheapCost,
    }),
    payments: { provider: undefined, prices: new Map(), contact: undefined },
    onFailure: (error) => {
      throw error;
    },
  };
  const cli = { kind: 'cli', name: 'test' } as const;
  const peopleOf = (issuer: string) => ({
    ...services.people,
    sso: openSso({ issuer, clientId: 'goal', clientSecret: undefined, name: 'it' }),
  });

  /** A request with this credential, as a door makes it. */
  const contextOf = ({
    authorization,
    domain,
    accountId,
    actId,
    personId,
    visitor,
    limiter = new TokenBuckets(),
    issuer,
  }: Credential): Context => ({
    services: { ...services, limiter, ...(issuer === undefined ? {} : { people: peopleOf(issuer) }) },
    facts: { id: 'test' },
    authorization,
    siteDomain: domain,
    accountId,
    actId,
    personId,
    visitor,
    visits: 'nothing',
    cost: new PatientCost(new ServerResponse(new IncomingMessage(new Socket())), true),
    setHeader: () => {},
    allowSilence: () => {},
    streams: 'none',
    body: { read: () => Promise.resolve(undefined) },
  });

  return {
    core,
    contextOf,
    callerOf: (credential: Credential) => appRouter.createCaller(contextOf(credential)),
    async adminToken(name: string, scope: 'admin:read' | 'admin:write') {
      return createAdminToken(core, cli, { name, scope });
    },
    revokeAdminToken: (prefix: string) => revokeAdminToken(core, cli, prefix),
    async close() {
      await events.close();
      await db.close();
      await database.drop();
    },
  };
}

export const bearer = (token: string): string => `Bearer ${token}`;

/** A token of the right form, with another secret behind the same prefix. */
export function withWrongSecret(token: string): string {
  const parsed = parseToken(token);
  if (parsed === undefined) throw new Error('not a token');
  return formatToken(parsed.kind, parsed.prefix, 'x'.repeat(32));
}

/** A token of the right form for each kind of credential, with a prefix that no key has. */
export const unknownTokens = (['account', 'group', 'site', 'operator'] as const).map((kind) =>
  formatToken(kind, 'aaaaaaaa', 'x'.repeat(32)),
);

export type TestServices = Awaited<ReturnType<typeof openServices>>;

/** An account with a group, a site in it, a site outside it, and a key of each kind. */
export async function makeAccount({ callerOf }: TestServices, operator: Credential, plan: string) {
  const { admin } = callerOf(operator);
  const unique = crypto.randomUUID();
  const { id } = await admin.accounts.create({ email: `${unique}@example.com`, plan: 'pro' });
  const { key: accountKey, prefix: accountKeyPrefix } = await admin.accounts.keys.create({ id });
  const owner = { authorization: bearer(accountKey) };
  const { account } = callerOf(owner);
  const group = await account.groups.create({ name: 'Shops' });
  const groupKey = await account.groups.keys.create({ id: group.id });
  const makeSite = async (name: string, groupId?: string) => {
    const domain = `${name}-${unique}.example.com`;
    const body = { id, domain, site_url: `https://${domain}/`, group_id: groupId };
    const { site_id: siteId, token, prefix } = await admin.accounts.sites.create(body);
    return { id: siteId, domain, prefix, token };
  };
  const site = await makeSite('site', group.id);
  const otherSite = await makeSite('other');
  if (plan !== 'pro') await admin.accounts.setPlan({ id, plan });
  return {
    id,
    accountKey: { authorization: owner.authorization, prefix: accountKeyPrefix },
    group,
    groupKey: { authorization: bearer(groupKey.key), prefix: groupKey.prefix },
    site,
    siteKey: { authorization: bearer(site.token), domain: site.domain, prefix: site.prefix },
    otherSite,
  };
}

/** A key of each kind of an account with a paid plan that can do less (rulings §12). */
export async function makeLimitedKeys(
  { callerOf }: TestServices,
  operator: Credential,
  { id, accountKey, group, site, otherSite }: Awaited<ReturnType<typeof makeAccount>>,
) {
  const { account } = callerOf(accountKey);
  const { key: ofAccount } = await callerOf(operator).admin.accounts.keys.create({ id, access: 'read' });
  const { key: ofGroup } = await account.groups.keys.create({ id: group.id, access: 'read' });
  const mint = async (of: { id: string; domain: string }, access: KeyAccess) => {
    const { token } = await account.sites.tokens.create({ id: of.id, access });
    return { authorization: bearer(token), domain: of.domain };
  };
  return {
    readAccountKey: { authorization: bearer(ofAccount) },
    readGroupKey: { authorization: bearer(ofGroup) },
    sendSiteKey: await mint(site, 'send'),
    readSiteKey: await mint(otherSite, 'read'),
  };
}
