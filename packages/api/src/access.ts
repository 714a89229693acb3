import { DomainError, errorCatalogue, limits, parseDomain, type IngestResult } from '@goal/contract';
import {
  authenticate,
  authenticateOperator,
  authenticateSession,
  callerOf,
  callerOfMember,
  enterAccount,
  judgeMonthlyLimit,
  onIngested,
  opensApi,
  type AccountCredential,
  type BucketPolicy,
  type Credential,
  type OperatorCredential,
  type SessionCredential,
  type SiteCredential,
  within,
} from '@goal/core';
import type { ProcedureType } from '@trpc/server';

import { acting, holderOf } from './acting.ts';
import { ownerOf, type AuthorizedAccount, type AuthorizedSite, type Context } from './http/context.ts';
import { fullMemberOf, type JudgedMember, memberOf } from './judge-member.ts';
import { judgeAccess } from './key-access.ts';
import { noteInvalid, noteKey, noteRefusal } from './note-key.ts';
import { isRefusal, refusalOf } from './refusal.ts';
import { entryOutcome, isOpenLink, wayOf } from './sign-ins.ts';
import { procedure, t } from './trpc.ts';

// The order of judgement (rulings §2.4), once for every door: credential, rate limit, paid-plan
// gate, kind of key or scope, the key's access, the site's state, the monthly limit. They depend on
// the kind of credential and never on the verb (rulings §3.7): this file is the whole table.

/** Takes a token, and tells what is left in headers (rulings §2.6). Throws `rate_limited`. */
async function limit(ctx: Context, name: string, { kind, keyRowId }: Credential, policy: BucketPolicy): Promise<void> {
  const state = await ctx.services.limiter.take(`${name}:${kind}:${keyRowId}`, policy);
  ctx.services.onLimit?.(name, state.granted);
  ctx.setHeader('RateLimit-Policy', `"${name}";q=${policy.burst};w=${policy.burst / policy.rate}`);
  ctx.setHeader('RateLimit', `"${name}";r=${state.remaining};t=${state.resetSeconds}`);
  if (!state.granted) throw new DomainError('rate_limited', { retryAfter: state.retrySeconds });
}

function gate(account: { api: boolean; isReseller: boolean }): void {
  if (!opensApi(account)) throw new DomainError('paid_plan');
}

/** Runs `work` on behalf of the key's owner, within the request's allowance of database time. */
function onBehalf<T>(ctx: Context, work: () => T): T {
  return within(ctx.cost.allowance(ownerOf(ctx.facts)), work);
}

/** Where credentials are looked up, and where their use is noted. */
const keysOf = ({ services }: Context): Parameters<typeof authenticate>[0] => ({
  credentials: services.credentials,
  uses: services.core.uses,
});

/**
 * Judges an account or group key. A reseller is exempt from the rate limit on every key
 * (interface.md §8). `beforeGate` runs between the rate limit and the gate, for a door that judges
 * something there (rulings §9.5). A refusal is noted for the key. Throws
 * `missing_token`, `invalid_token`, `rate_limited`, `paid_plan`.
 */
export async function authorizeAccount(ctx: Context, beforeGate: () => void = () => {}): Promise<AuthorizedAccount> {
  const find = (): Promise<AccountCredential> =>
    authenticate(keysOf(ctx), ctx.authorization, ['account', 'group'], noteInvalid(ctx));
  const key = await find();
  noteKey(ctx, key);
  try {
    if (!key.account.isReseller) await limit(ctx, 'account', key, limits.accountRate);
    beforeGate();
    gate({ ...key.plan, ...key.account });
  } catch (error) {
    noteRefusal(ctx, key, error);
    throw error;
  }
  const revalidate = async () => {
    const now = await find();
    gate({ ...now.plan, ...now.account });
    return callerOf(now);
  };
  return { key, caller: callerOf(key), revalidate };
}

/** Without a credential, for what anybody may know (rulings §16.7). */
export const openProcedure = procedure.meta({ access: 'open' });

const customerProcedure = procedure.use(async ({ ctx, next }) => {
  const authorized = ctx.preAuthorized?.account ?? (await authorizeAccount(ctx));
  const result = await onBehalf(ctx, () => next({ ctx: authorized }));
  if (!result.ok) noteRefusal(ctx, authorized.key, result.error);
  return result;
});

/** Account and group keys. */
export const accountProcedure = customerProcedure.meta({ access: 'account' }).use(({ ctx, type, next }) => {
  judgeAccess(ctx.key, type);
  return next();
});

/** Account keys alone: a group key is `account_key_required` (interface.md §5 rule 6). */
export const unscopedProcedure = customerProcedure.meta({ access: 'unscoped' }).use(({ ctx, type, next }) => {
  if (ctx.key.group !== undefined) throw new DomainError('account_key_required');
  judgeAccess(ctx.key, type);
  return next();
});

/** The header must name the key's own domain, in any of its spellings (rulings §6.8). */
function judgeDomain(ctx: Context, { site }: SiteCredential): void {
  const given = ctx.siteDomain;
  if (given === site.domain || (given !== undefined && parseDomain(given) === site.domain)) return;
  throw new DomainError('domain_mismatch');
}

/** The conditions on which a site key reads (rulings §2.4, §4.5). */
function judgeReader(ctx: Context, key: SiteCredential, type: ProcedureType): void {
  gate(key.account);
  judgeAccess(key, type);
  judgeDomain(ctx, key);
  if (key.site.status === 'revoked') throw new DomainError('site_revoked');
}

/**
 * Judges a site key that reads. Resellers are not exempt from this limit (rulings §6.8).
 * `beforeGate` as above. Throws `missing_token`, `invalid_token`, `rate_limited`, `paid_plan`,
 * `read_only_key`, `send_only_key`, `domain_mismatch`, `site_revoked`.
 */
export async function authorizeSite(
  ctx: Context,
  type: ProcedureType,
  beforeGate: () => void = () => {},
): Promise<AuthorizedSite> {
  const find = (): Promise<SiteCredential> => authenticate(keysOf(ctx), ctx.authorization, ['site']);
  const key = await find();
  noteKey(ctx, key);
  const rate = key.site.rateLimitRps;
  await limit(ctx, 'read', key, { rate, burst: rate * limits.readBurstFactor });
  beforeGate();
  judgeReader(ctx, key, type);
  const revalidate = async () => {
    const now = await find();
    judgeReader(ctx, now, type);
    return now;
  };
  return { key, revalidate };
}

/** Site keys, reading. */
export const readProcedure = procedure.meta({ access: 'read' }).use(async ({ ctx, type, next }) => {
  const authorized = ctx.preAuthorized?.site ?? (await authorizeSite(ctx, type));
  // A door that judged the key before did not know the procedure.
  judgeAccess(authorized.key, type);
  return onBehalf(ctx, () => next({ ctx: authorized }));
});

/** Site keys, sending: no gate (rulings §7.1). Every refusal is noted for the site. */
export const ingestProcedure = procedure
  .meta({ access: 'ingest' })
  .use(async ({ ctx, next }) => {
    const { core } = ctx.services;
    const key = await authenticate(keysOf(ctx), ctx.authorization, ['site'], (known, isSecretRight) => {
      if (known.kind !== 'site') return;
      if (isSecretRight) onIngested(core, known.site.rowId, { refusal: errorCatalogue.invalid_token.message });
      else core.events.arrivals.guessed(known.site.rowId);
    });
    noteKey(ctx, key);
    const result = await next({ ctx: { key } });
    // The one procedure that is built on this returns an IngestResult.
    if (result.ok) onIngested(core, key.site.rowId, result.data as IngestResult);
    else if (isRefusal(result.error.cause))
      onIngested(core, key.site.rowId, { refusal: result.error.cause.message, domain: ctx.siteDomain });
    return result;
  })
  .use(async ({ ctx, next }) => {
    const { key } = ctx;
    await limit(ctx, 'ingest', key, limits.ingestRate);
    judgeAccess(key, 'ingest');
    judgeDomain(ctx, key);
    if (key.site.status === 'revoked') throw new DomainError('site_revoked');
    if (key.site.status === 'paused') throw new DomainError('site_paused');
    judgeMonthlyLimit(key.monthlyLimit);
    return onBehalf(ctx, () => next());
  });

/** Admin tokens that may read; `admin:write` includes it (rulings §8). */
export const operatorReadProcedure = procedure.meta({ access: 'operatorRead' }).use(async ({ ctx, type, next }) => {
  const services = { ...ctx.services, core: ctx.services.operatorCore };
  const revalidate = (): Promise<OperatorCredential> => authenticateOperator(keysOf(ctx), ctx.authorization);
  const token = await revalidate();
  noteKey(ctx, token);
  const actor = { kind: 'operator' as const, name: token.name };
  const own = { token, actor, services, revalidate };
  return onBehalf(ctx, () => acting({ ctx, type, next: () => next({ ctx: own }) }, holderOf(token)));
});

/** Admin tokens that may write. */
export const operatorWriteProcedure = operatorReadProcedure.meta({ access: 'operatorWrite' }).use(({ ctx, next }) => {
  if (ctx.token.scope !== 'admin:write') throw new DomainError('missing_scope_write');
  return next();
});

/**
 * Procedures without a credential, for the web apps' own servers alone; to everybody else they do
 * not exist (rulings §10.8). Throws `not_found`.
 */
export const entryProcedure = procedure.meta({ access: 'entry' }).use(async ({ ctx, path, next }) => {
  const { visitor } = ctx;
  if (visitor === undefined) throw new DomainError('not_found');
  ctx.facts.owner = isOpenLink(path) ? 'links' : 'entry';
  if (!path.startsWith('entry.operator.')) ctx.services.onVisits?.(ctx.visits);
  const result = await onBehalf(ctx, () => next({ ctx: { visitor } }));
  const way = wayOf(path);
  if (way !== undefined) {
    const outcome = result.ok ? entryOutcome(result.data, undefined) : entryOutcome(undefined, refusalOf(result.error));
    ctx.services.onSignIn?.(way, outcome);
  }
  return result;
});

/**
 * The session behind a request, within its rate (rulings §10.7). The page may name the person whom
 * it was drawn for: in a browser that somebody else has signed in with since, it must not act in
 * their name (rulings §10.30). Throws `another_person`.
 */
async function authorizeSession(ctx: Context, accountId?: string): Promise<SessionCredential> {
  const session = await authenticateSession(keysOf(ctx), ctx.authorization, accountId);
  noteKey(ctx, session);
  await limit(ctx, 'dashboard', session, limits.dashboardRate);
  if (ctx.personId !== undefined && ctx.personId !== session.person.id) throw new DomainError('another_person');
  return session;
}

/** A signed-in person, for what concerns themselves. */
export const personProcedure = procedure.meta({ access: 'person' }).use(async ({ ctx, type, next }) => {
  const session = await authorizeSession(ctx);
  return onBehalf(ctx, () => acting({ ctx, type, next: () => next({ ctx: { session } }) }, holderOf(session)));
});

/**
 * A signed-in person as a member of the account that they name. A missing, malformed, unknown and
 * foreign id are the same `not_found` (rulings §10.5, §10.6). The first use of an account by a
 * session is recorded.
 */
export const memberProcedure = procedure.meta({ access: 'member' }).use(async ({ ctx, type, next }) => {
  const session = await authorizeSession(ctx, ctx.accountId);
  const judged = fullMemberOf(session);
  // For a request that lasts (rulings §2.5).
  const revalidate = async (): Promise<JudgedMember> =>
    fullMemberOf(await authenticateSession(keysOf(ctx), ctx.authorization, ctx.accountId));
  return onBehalf(ctx, async () => {
    const { membership } = judged;
    if (!membership.hasEntered) await enterAccount(ctx.services.core, session, membership);
    return acting({ ctx, type, next: () => next({ ctx: { ...judged, revalidate } }) }, holderOf(session));
  });
});

/**
 * A member who leaves. Leaving shows nothing of the account, so it asks for no second factor
 * (rulings §10.24) and is no use of the account that is recorded.
 */
export const leavingProcedure = procedure.meta({ access: 'member' }).use(async ({ ctx, type, next }) => {
  const judged = memberOf(await authorizeSession(ctx, ctx.accountId));
  return onBehalf(ctx, () => acting({ ctx, type, next: () => next({ ctx: judged }) }, holderOf(judged.session)));
});

/** Owners and admins, also those of one group. */
export const adminProcedure = memberProcedure.meta({ access: 'admin' }).use(({ ctx, next }) => {
  if (ctx.membership.role === 'viewer') throw new DomainError('missing_role_admin');
  return next({ ctx: { caller: callerOfMember(ctx.session, ctx.membership, 'admin') } });
});

/** Owners and admins of the whole account. */
export const adminOfAllProcedure = adminProcedure.meta({ access: 'adminOfAll' }).use(({ ctx, next }) => {
  if (ctx.membership.group !== undefined) throw new DomainError('whole_account_required');
  return next();
});

/** Owners. @public */
export const ownerProcedure = memberProcedure.meta({ access: 'owner' }).use(({ ctx, next }) => {
  if (ctx.membership.role !== 'owner') throw new DomainError('missing_role_owner');
  return next({ ctx: { caller: callerOfMember(ctx.session, ctx.membership, 'owner') } });
});

/** Wants a proof from the last 15 minutes (rulings §10.15). Throws `confirmation_required`. */
export const confirmed = t.middleware(({ ctx, next }) => {
  // Only the procedures of people use it, behind the step that finds the session.
  const { session } = ctx as Context & { session?: SessionCredential };
  if (session?.isConfirmed !== true) throw new DomainError('confirmation_required');
  return next();
});
