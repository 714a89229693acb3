import { DomainError, limits, parseDomain } from '@goal/contract';
import {
  authenticate,
  callerOf,
  type AccountCredential,
  type BucketPolicy,
  type Credential,
  type OperatorCredential,
  type SiteCredential,
} from '@goal/core';

import type { Context } from './context.ts';
import { procedure } from './trpc.ts';

// The order of judgement (rulings §2.4), once for every door: credential, rate limit, paid-plan gate, kind of key or scope, the site's state.
// Gate, rate and scope belong to the kind of credential, never to a verb (rulings §3.7): this file is that table.

/** Takes one token of the key's bucket and says so in the headers of the IETF draft (rulings §2.6). Throws `rate_limited`. */
async function limit(ctx: Context, name: string, { kind, keyNo }: Credential, policy: BucketPolicy): Promise<void> {
  const state = await ctx.services.limiter.take(`${name}:${kind}:${keyNo}`, policy);
  ctx.services.onLimit?.(name, state.granted);
  ctx.setHeader('RateLimit-Policy', `"${name}";q=${policy.burst};w=${policy.burst / policy.rate}`);
  ctx.setHeader('RateLimit', `"${name}";r=${state.remaining};t=${state.resetSeconds}`);
  if (!state.granted) throw new DomainError('rate_limited', { retryAfter: state.retrySeconds });
}

function gate({ api, isReseller }: { api: boolean; isReseller: boolean }): void {
  if (!api && !isReseller) throw new DomainError('paid_plan');
}

function noteKey(ctx: Context, key: Credential): void {
  ctx.facts.key = `${key.kind}:${key.prefix}`;
}

/**
 * Account and group keys; a reseller is exempt from the rate limit on every key (interface.md §8). `again` judges the key of a request that lasts
 * anew, as of now (rulings §2.5).
 */
export const accountProcedure = procedure.meta({ door: 'account' }).use(async ({ ctx, next }) => {
  const find = (): Promise<AccountCredential> =>
    authenticate(ctx.services.core, ctx.authorization, ['account', 'group']);
  const key = await find();
  noteKey(ctx, key);
  if (!key.account.isReseller) await limit(ctx, 'account', key, limits.accountRate);
  gate({ ...key.plan, ...key.account });
  const again = async () => {
    const now = await find();
    gate({ ...now.plan, ...now.account });
    return callerOf(now);
  };
  return next({ ctx: { key, caller: callerOf(key), again } });
});

/** What only an unscoped account key may do (interface.md §5 rule 6). */
export const unscopedProcedure = accountProcedure.meta({ door: 'unscoped' }).use(({ ctx, next }) => {
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

/** Site keys, reading. Resellers are not exempt from this limit (rulings §6.8). `again` as above. */
export const readProcedure = procedure.meta({ door: 'read' }).use(async ({ ctx, next }) => {
  const find = (): Promise<SiteCredential> => authenticate(ctx.services.core, ctx.authorization, ['site']);
  const key = await find();
  noteKey(ctx, key);
  const rate = key.site.rateLimitRps;
  await limit(ctx, 'read', key, { rate, burst: rate * limits.readBurstFactor });
  judgeReader(ctx, key);
  const again = async () => {
    const now = await find();
    judgeReader(ctx, now);
    return now;
  };
  return next({ ctx: { key, again } });
});

/** Site keys, sending: no gate (rulings §7.1). Every refusal is remembered for the site, so that «why does nothing arrive?» has an answer. */
export const ingestProcedure = procedure.meta({ door: 'ingest' }).use(async ({ ctx, next }) => {
  const { core } = ctx.services;
  const refused = (siteNo: number, error: unknown): void => {
    if (error instanceof DomainError && error.status < 500) core.events.arrivals.refused(siteNo, error.message);
  };
  const key = await authenticate(core, ctx.authorization, ['site'], (known, isSecretRight) => {
    if (known.kind !== 'site') return;
    if (isSecretRight) refused(known.site.no, new DomainError('invalid_token'));
    else core.events.arrivals.guessed(known.site.no);
  });
  noteKey(ctx, key);
  try {
    await limit(ctx, 'ingest', key, limits.ingestRate);
    judgeDomain(ctx, key);
    if (key.site.status === 'revoked') throw new DomainError('site_revoked');
    if (key.site.status === 'paused') throw new DomainError('site_paused');
  } catch (error) {
    refused(key.site.no, error);
    throw error;
  }
  const result = await next({ ctx: { key } });
  if (!result.ok) refused(key.site.no, result.error.cause);
  return result;
});

/** Admin tokens that may read; `admin:write` includes it (rulings §8). */
export const operatorReadProcedure = procedure.meta({ door: 'operatorRead' }).use(async ({ ctx, next }) => {
  const token: OperatorCredential = await authenticate(ctx.services.core, ctx.authorization, ['operator']);
  noteKey(ctx, token);
  return next({ ctx: { token, actor: { kind: 'operator' as const, name: token.name } } });
});

/** Admin tokens that may write. */
export const operatorWriteProcedure = operatorReadProcedure.meta({ door: 'operatorWrite' }).use(({ ctx, next }) => {
  if (ctx.token.scope !== 'admin:write') throw new DomainError('missing_scope_write');
  return next();
});
