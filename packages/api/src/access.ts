import { DomainError, limits, parseDomain } from '@goal/contract';
import {
  authenticate,
  callerOf,
  type AccountCredential,
  type BucketPolicy,
  type Credential,
  type OperatorCredential,
  type SiteCredential,
  withAllowance,
} from '@goal/core';

import { ownerOf, type AuthorizedAccount, type AuthorizedSite, type Context } from './http/context.ts';
import { procedure } from './trpc.ts';

// The order of judgement (rulings §2.4), once for every door: credential, rate limit, paid-plan gate, kind of key or scope, the site's state.
// Gate, rate and scope belong to the kind of credential, never to a verb (rulings §3.7): this file is that table.

/** Takes one token of the key's bucket and says so in the headers of the IETF draft (rulings §2.6). Throws `rate_limited`. */
async function limit(ctx: Context, name: string, { kind, keyRowId }: Credential, policy: BucketPolicy): Promise<void> {
  const state = await ctx.services.limiter.take(`${name}:${kind}:${keyRowId}`, policy);
  ctx.services.onLimit?.(name, state.granted);
  ctx.setHeader('RateLimit-Policy', `"${name}";q=${policy.burst};w=${policy.burst / policy.rate}`);
  ctx.setHeader('RateLimit', `"${name}";r=${state.remaining};t=${state.resetSeconds}`);
  if (!state.granted) throw new DomainError('rate_limited', { retryAfter: state.retrySeconds });
}

function gate({ api, isReseller }: { api: boolean; isReseller: boolean }): void {
  if (!api && !isReseller) throw new DomainError('paid_plan');
}

/** All keys of an account are one: more keys bring it no more memory and no more of the database. */
function noteKey(ctx: Context, key: Credential): void {
  ctx.facts.key = `${key.kind}:${key.prefix}`;
  ctx.facts.owner = key.kind === 'operator' ? `operator:${key.keyRowId}` : `account:${key.account.rowId}`;
}

/** What follows asks the database on behalf of the key's owner, within what one request may cost. */
function onBehalf<T>(ctx: Context, work: () => T): T {
  return withAllowance(ctx.cost.allowance(ownerOf(ctx.facts)), work);
}

/**
 * Judges an account or group key; a reseller is exempt from the rate limit on every key (interface.md §8). `beforeGate` judges what a door of its
 * own has to say between the rate limit and the gate (rulings §9.5).
 */
export async function authorizeAccount(ctx: Context, beforeGate: () => void = () => {}): Promise<AuthorizedAccount> {
  const find = (): Promise<AccountCredential> =>
    authenticate(ctx.services.core, ctx.authorization, ['account', 'group']);
  const key = await find();
  noteKey(ctx, key);
  if (!key.account.isReseller) await limit(ctx, 'account', key, limits.accountRate);
  beforeGate();
  gate({ ...key.plan, ...key.account });
  const revalidate = async () => {
    const now = await find();
    gate({ ...now.plan, ...now.account });
    return callerOf(now);
  };
  return { key, caller: callerOf(key), revalidate };
}

/** Account and group keys. */
export const accountProcedure = procedure.meta({ access: 'account' }).use(async ({ ctx, next }) => {
  const authorized = ctx.preAuthorized?.account ?? (await authorizeAccount(ctx));
  return onBehalf(ctx, () => next({ ctx: authorized }));
});

/** What only an unscoped account key may do (interface.md §5 rule 6). */
export const unscopedProcedure = accountProcedure.meta({ access: 'unscoped' }).use(({ ctx, next }) => {
  if (ctx.key.group !== undefined) throw new DomainError('account_key_required');
  return next();
});

/** rulings §6.8: the header names the key's own domain, in any of its spellings. */
function judgeDomain(ctx: Context, { site }: SiteCredential): void {
  const given = ctx.siteDomain;
  if (given === site.domain || (given !== undefined && parseDomain(given) === site.domain)) return;
  throw new DomainError('domain_mismatch');
}

/** What a site key must meet to read (rulings §2.4, §4.5). */
function judgeReader(ctx: Context, key: SiteCredential): void {
  gate(key.account);
  judgeDomain(ctx, key);
  if (key.site.status === 'revoked') throw new DomainError('site_revoked');
}

/** Judges a site key that reads. Resellers are not exempt from this limit (rulings §6.8). `beforeGate` as above. */
export async function authorizeSite(ctx: Context, beforeGate: () => void = () => {}): Promise<AuthorizedSite> {
  const find = (): Promise<SiteCredential> => authenticate(ctx.services.core, ctx.authorization, ['site']);
  const key = await find();
  noteKey(ctx, key);
  const rate = key.site.rateLimitRps;
  await limit(ctx, 'read', key, { rate, burst: rate * limits.readBurstFactor });
  beforeGate();
  judgeReader(ctx, key);
  const revalidate = async () => {
    const now = await find();
    judgeReader(ctx, now);
    return now;
  };
  return { key, revalidate };
}

/** Site keys, reading. */
export const readProcedure = procedure.meta({ access: 'read' }).use(async ({ ctx, next }) => {
  const authorized = ctx.preAuthorized?.site ?? (await authorizeSite(ctx));
  return onBehalf(ctx, () => next({ ctx: authorized }));
});

/** Site keys, sending: no gate (rulings §7.1). Every refusal is remembered for the site, so that «why does nothing arrive?» has an answer. */
export const ingestProcedure = procedure.meta({ access: 'ingest' }).use(async ({ ctx, next }) => {
  const { core } = ctx.services;
  const refused = (siteRowId: number, error: unknown): void => {
    if (error instanceof DomainError && error.status < 500) core.events.arrivals.refused(siteRowId, error.message);
  };
  const key = await authenticate(core, ctx.authorization, ['site'], (known, isSecretRight) => {
    if (known.kind !== 'site') return;
    if (isSecretRight) refused(known.site.rowId, new DomainError('invalid_token'));
    else core.events.arrivals.guessed(known.site.rowId);
  });
  noteKey(ctx, key);
  try {
    await limit(ctx, 'ingest', key, limits.ingestRate);
    judgeDomain(ctx, key);
    if (key.site.status === 'revoked') throw new DomainError('site_revoked');
    if (key.site.status === 'paused') throw new DomainError('site_paused');
  } catch (error) {
    refused(key.site.rowId, error);
    throw error;
  }
  const result = await onBehalf(ctx, () => next({ ctx: { key } }));
  if (!result.ok) refused(key.site.rowId, result.error.cause);
  return result;
});

/** Admin tokens that may read; `admin:write` includes it (rulings §8). */
export const operatorReadProcedure = procedure.meta({ access: 'operatorRead' }).use(async ({ ctx, next }) => {
  const services = { ...ctx.services, core: ctx.services.operatorCore };
  const revalidate = (): Promise<OperatorCredential> => authenticate(services.core, ctx.authorization, ['operator']);
  const token = await revalidate();
  noteKey(ctx, token);
  const actor = { kind: 'operator' as const, name: token.name };
  return onBehalf(ctx, () => next({ ctx: { token, actor, services, revalidate } }));
});

/** Admin tokens that may write. */
export const operatorWriteProcedure = operatorReadProcedure.meta({ access: 'operatorWrite' }).use(({ ctx, next }) => {
  if (ctx.token.scope !== 'admin:write') throw new DomainError('missing_scope_write');
  return next();
});
