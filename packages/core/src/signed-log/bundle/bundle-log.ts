import { DomainError, type BundleQuery } from '@goal/contract';
import type { Prisma } from '@goal/db';

import type { Core } from '../../core.ts';
import type { Db } from '../../ground/db.ts';
import type { SiteCredential } from '../../credential/credential.ts';
import { scopeOf } from '../../event/read/scope-of-query.ts';
import type { EventScope } from '../../event/scope.ts';
import type { Member } from '../../event/read/member-events.ts';
import { keptScope } from '../../export/kept-scope.ts';
import { sessionKey } from '../../export/session-key.ts';
import type { Actor } from '../../ground/actor.ts';
import type { Caller } from '../../ground/caller.ts';
import { LogBundle, type BundlePlan } from './log-bundle.ts';
import type { Visible } from './read-page.ts';

/**
 * GET /account/log/bundle: the logs of the account, or of one site or group with proofs, as a
 * stream that is not started yet (rulings §16.6). `revalidate` checks the key again. The bundle
 * breaks off when its sites change by more than deletions (rulings §2.5). Throws `not_found` for a
 * site or group that the caller may not see. `key` holds the place of an export.
 */
export async function bundleAccountLog(
  core: Core,
  caller: Caller,
  query: BundleQuery,
  revalidate: () => Promise<Caller>,
  key = `${caller.actor.kind}:${caller.actor.name}`,
): Promise<LogBundle> {
  const scope = await scopeOf(core, caller, query);
  const begun = { caller, query, scope };
  const { rowId, id } = caller.account;
  const siteId = query.site_id?.toLowerCase();
  const groupId = query.group_id?.toLowerCase() ?? caller.group?.id;
  return new LogBundle({
    core,
    account: rowId,
    key,
    scope:
      siteId !== undefined ? { site_id: siteId } : groupId !== undefined ? { group_id: groupId } : { account_id: id },
    visible: visibleOf(scope),
    judge: async () => keptScope(core, begun, await revalidate()),
    record: recordOf(core, { actor: caller.actor, accountId: id, siteId, groupId }),
  });
}

/**
 * dashboard.log.bundle: all logs of the account for an owner or admin of all of it (rulings
 * §16.13). It breaks off when the member is one no more.
 */
export function bundleMemberLog(core: Core, member: Member, revalidate: () => Promise<Member>): Promise<LogBundle> {
  const stillManages = async (): Promise<Caller> => {
    const { caller, membership } = await revalidate();
    if (membership.role === 'viewer') throw new DomainError('missing_role_admin');
    if (membership.group !== undefined) throw new DomainError('whole_account_required');
    return caller;
  };
  return bundleAccountLog(core, member.caller, {}, stillManages, sessionKey(member.session));
}

/** GET /log/bundle: the log of the key's site, with proofs. */
export async function bundleSiteLog(
  core: Core,
  { account, site, prefix }: SiteCredential,
  revalidate: () => Promise<SiteCredential>,
): Promise<LogBundle> {
  const owner = await core.db.prisma.account.findFirst({ where: { rowId: account.rowId }, select: { id: true } });
  return new LogBundle({
    core,
    account: account.rowId,
    key: `site_key:${prefix}`,
    scope: { site_id: site.id },
    visible: { kind: 'sites', sites: new Set([site.rowId]) },
    judge: revalidate,
    record: recordOf(core, {
      actor: { kind: 'site_key', name: prefix },
      accountId: owner?.id ?? null,
      siteId: site.id,
      groupId: undefined,
    }),
  });
}

function visibleOf(scope: EventScope): Visible {
  if (scope.kind === 'account') return { kind: 'all' };
  return { kind: 'sites', sites: new Set(scope.kind === 'site' ? [scope.site] : scope.sites) };
}

type Recorded = { actor: Actor; accountId: string | null; siteId: string | undefined; groupId: string | undefined };

/** Records who took a bundle of what, as incomplete before its first byte (rulings §8, §16.6). */
function recordOf(core: Db, { actor, accountId, siteId, groupId }: Recorded): BundlePlan['record'] {
  let id: bigint | undefined;
  const detail = (result: { leaves: number; complete: boolean }): Prisma.InputJsonObject => ({
    // A member is named by the actor alone.
    ...(actor.kind === 'member' ? {} : { key: actor.name }),
    ...(groupId === undefined ? {} : { group_id: groupId }),
    ...result,
  });
  return {
    async begin() {
      const row = await core.db.prisma.action.create({
        data: {
          actorKind: actor.kind,
          actor: actor.name,
          action: 'log.bundle',
          accountId,
          siteId: siteId ?? null,
          detail: detail({ leaves: 0, complete: false }),
        },
        select: { id: true },
      });
      id = row.id;
    },
    async end(result) {
      if (id === undefined) return;
      await core.db.work.query('update action set detail = $2::jsonb, ended_at = clock_timestamp() where id = $1', [
        id,
        JSON.stringify(detail(result)),
      ]);
    },
  };
}
