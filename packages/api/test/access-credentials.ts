import { DomainError, limits } from '@goal/contract';
import { TokenBuckets } from '@goal/core';

import type { Context } from '../src/http/context.ts';
import { proceduresOf } from '../src/procedures.ts';
import { refusalOf } from '../src/refusal.ts';
import { appRouter } from '../src/router.ts';
import {
  bearer,
  makeAccount,
  makeLimitedKeys,
  unknownTokens,
  withWrongSecret,
  type Credential,
  type TestServices,
} from './access-world.ts';

/**
 * Calls a procedure, by default without input, and with a body that cannot be parsed: the
 * credential is judged before either. Returns `admitted`, the code of the refusal, or `admitted,
 * then` the code of a refusal that has nothing to do with access.
 */
export async function outcomeOf(
  services: TestServices,
  name: string,
  credential: Credential,
  input: object = {},
  preAuthorized?: Context['preAuthorized'],
): Promise<string> {
  const procedure = proceduresOf(appRouter)[name];
  if (procedure === undefined) throw new Error(`no procedure ${name}`);
  try {
    await procedure({
      ctx: {
        ...services.contextOf(credential),
        preAuthorized,
        body: { read: () => Promise.reject(new DomainError('invalid_json')) },
      },
      path: name,
      type: procedure._def.type,
      getRawInput: () => Promise.resolve(input),
      signal: undefined,
      batchIndex: 0,
    });
    return 'admitted';
  } catch (error) {
    const { status, code } = refusalOf(error);
    if (status >= 500) throw error;
    return [401, 403, 429].includes(status) ? code : `admitted, then ${code}`;
  }
}

/**
 * The same credential, after it has called the procedure until its bucket was empty; that bucket
 * never refills.
 */
async function spent(services: TestServices, credential: Credential, ...names: readonly string[]): Promise<Credential> {
  const limiter = new TokenBuckets(() => 0);
  for (const name of names)
    for (let calls = 0; calls < limits.ingestRate.burst; calls += 1)
      if ((await outcomeOf(services, name, { ...credential, limiter })) === 'rate_limited') break;
  return { ...credential, limiter };
}

/** Accounts in every state, and a credential for each row. */
export async function makeWorld(services: TestServices) {
  const adminWrite = await services.adminToken('writer', 'admin:write');
  const operator = { authorization: bearer(adminWrite.token) };
  const adminRead = await services.adminToken('reader', 'admin:read');
  const revokedToken = await services.adminToken('revoked', 'admin:read');
  await services.revokeAdminToken(revokedToken.prefix);
  const { admin } = services.callerOf(operator);
  const make = (plan: string) => makeAccount(services, operator, plan);

  const own = await make('pro');
  const limited = await makeLimitedKeys(services, operator, own);
  const another = await make('pro');
  const free = await make('free');
  const formerlyPaid = await make('pro');
  const freeLimited = await makeLimitedKeys(services, operator, formerlyPaid);
  await admin.accounts.setPlan({ id: formerlyPaid.id, plan: 'free' });
  const reseller = await make('free');
  await admin.accounts.setReseller({ id: reseller.id, enabled: true });
  const former = await make('free');
  await admin.accounts.setReseller({ id: former.id, enabled: true });
  // The instance remembers the key as a reseller's, until the flag changes.
  await outcomeOf(services, 'account.me', former.accountKey);
  await admin.accounts.setReseller({ id: former.id, enabled: false });
  const deleted = await make('pro');
  await admin.accounts.delete({ id: deleted.id, confirm: true });
  const revoked = await make('pro');
  await admin.accounts.keys.revoke({ id: revoked.id, prefix: revoked.accountKey.prefix });
  await admin.accounts.groups.keys.revoke({
    id: revoked.id,
    group_id: revoked.group.id,
    prefix: revoked.groupKey.prefix,
  });
  await admin.sites.keys.revoke({ id: revoked.site.id, prefix: revoked.siteKey.prefix });
  const emptied = await make('pro');
  await services.callerOf(emptied.accountKey).account.groups.delete({ id: emptied.group.id });
  await admin.sites.delete({ id: emptied.site.id, confirm: true });
  const outOfUse = await make('pro');
  await admin.sites.revoke({ id: outOfUse.site.id });
  // A downgrade pauses the newest sites beyond the plan.
  const paused = await make('pro');
  for (const plan of ['free', 'pro']) await admin.accounts.setPlan({ id: paused.id, plan });
  const pausedSite = paused.otherSite;
  // On the plan «free» one event a month is the limit; nobody else has sent any.
  const overLimit = await make('free');
  const overLimitReseller = await make('free');
  await admin.accounts.setReseller({ id: overLimitReseller.id, enabled: true });
  const { work } = services.core.db;
  await work.query(`UPDATE plan SET hard_limit_events = 1 WHERE slug = 'free'`);
  await work.query(
    `INSERT INTO accepted_day (account, day, events, bytes)
     SELECT no, (now() AT TIME ZONE 'utc')::date, 1, 1 FROM account WHERE id = ANY ($1::uuid[])`,
    [[overLimit.id, overLimitReseller.id]],
  );

  const [unknownAccountKey = '', unknownGroupKey = '', unknownSiteKey = '', unknownAdminToken = ''] = unknownTokens;
  const guessed = ({ authorization = '', ...rest }: Credential): Credential => ({
    ...rest,
    authorization: bearer(withWrongSecret(authorization.replace('Bearer ', ''))),
  });
  const foreign = another.site.domain;
  const credentials = {
    none: {},
    basic: { authorization: `Basic ${own.site.token}` },
    wrongForm: { authorization: bearer('goal_acct_short') },
    unknownAccountKey: { authorization: bearer(unknownAccountKey) },
    unknownGroupKey: { authorization: bearer(unknownGroupKey) },
    unknownSiteKey: { authorization: bearer(unknownSiteKey), domain: own.site.domain },
    unknownAdminToken: { authorization: bearer(unknownAdminToken) },

    accountKey: own.accountKey,
    lowerCase: { authorization: own.accountKey.authorization.replace('Bearer', 'bEARER') },
    accountKeyGuessed: guessed(own.accountKey),
    accountKeyRevoked: revoked.accountKey,
    accountKeyOfDeleted: deleted.accountKey,
    freeAccountKey: free.accountKey,
    resellerKey: reseller.accountKey,
    formerResellerKey: former.accountKey,
    accountKeySpent: await spent(services, own.accountKey, 'account.me'),
    freeAccountKeySpent: await spent(services, free.accountKey, 'account.me'),
    resellerKeySpent: await spent(services, reseller.accountKey, 'account.me'),

    groupKey: own.groupKey,
    groupKeyGuessed: guessed(own.groupKey),
    groupKeyRevoked: revoked.groupKey,
    groupKeyOfDeletedGroup: emptied.groupKey,
    groupKeyOfDeleted: deleted.groupKey,
    freeGroupKey: free.groupKey,
    resellerGroupKey: reseller.groupKey,
    groupKeySpent: await spent(services, own.groupKey, 'account.me'),

    siteKey: own.siteKey,
    siteKeyUpperCase: { ...own.siteKey, domain: own.site.domain.toUpperCase() },
    siteKeyNoDomain: { authorization: own.siteKey.authorization },
    siteKeyOtherDomain: { ...own.siteKey, domain: foreign },
    siteKeyGuessed: guessed(own.siteKey),
    siteKeyRevoked: revoked.siteKey,
    siteKeyOfDeletedSite: emptied.siteKey,
    siteKeyOfDeleted: deleted.siteKey,
    freeSiteKey: free.siteKey,
    freeSiteKeyOtherDomain: { ...free.siteKey, domain: foreign },
    resellerSiteKey: reseller.siteKey,
    pausedSiteKey: { authorization: bearer(pausedSite.token), domain: pausedSite.domain },
    revokedSiteKey: outOfUse.siteKey,
    overLimitSiteKey: overLimit.siteKey,
    overLimitSiteKeyOtherDomain: { ...overLimit.siteKey, domain: foreign },
    overLimitResellerSiteKey: overLimitReseller.siteKey,
    revokedSiteKeyOtherDomain: { ...outOfUse.siteKey, domain: foreign },
    siteKeyReadSpent: await spent(services, own.siteKey, 'read.events.list'),
    siteKeySendSpent: await spent(services, own.siteKey, 'ingest.events.send'),
    resellerSiteKeySpent: await spent(services, reseller.siteKey, 'read.events.list'),
    siteKeyOtherDomainSpent: await spent(
      services,
      { ...free.siteKey, domain: foreign },
      'read.events.list',
      'ingest.events.send',
    ),

    ...limited,
    readAccountKeySpent: await spent(services, limited.readAccountKey, 'account.me'),
    freeReadAccountKey: freeLimited.readAccountKey,
    readSiteKeyOtherDomain: { ...limited.readSiteKey, domain: foreign },
    readSiteKeySendSpent: await spent(services, limited.readSiteKey, 'ingest.events.send'),
    sendSiteKeyOtherDomain: { ...limited.sendSiteKey, domain: foreign },
    sendSiteKeyReadSpent: await spent(services, limited.sendSiteKey, 'read.events.list'),
    freeSendSiteKey: freeLimited.sendSiteKey,

    adminRead: { authorization: bearer(adminRead.token) },
    adminWrite: operator,
    adminGuessed: guessed(operator),
    adminRevoked: { authorization: bearer(revokedToken.token) },
  } satisfies Record<string, Credential>;
  return { own, another, credentials };
}
