import {
  DomainError,
  shownAccess,
  type AccountKeyView,
  type MadeAccountKeyView,
  type MintedAccountKey,
} from '@goal/contract';

import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import { makerOf } from '../ground/actor.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { accountKeyCap } from '../ground/limits-of.ts';
import type { Part } from '../ground/part.ts';
import { tellOfAccountKey } from '../mail/news.ts';
import { insertKey, type NewKey } from './insert-key.ts';
import { listKeys, madeKeyView, namedKeyView } from './key-view.ts';

/**
 * GET /admin/accounts/{id}/keys: active and revoked, newest first, with uses and refusals of a
 * moment ago.
 */
export async function listAccountKeys(core: Core, account: { rowId: number }): Promise<Part<AccountKeyView>> {
  await core.uses.flushIfPossible();
  return listKeys(core, 'account_key', account, namedKeyView<string | null>);
}

/** dashboard.keys.list: the same with who made each key (rulings §10.16). */
export async function listMadeAccountKeys(core: Core, account: { rowId: number }): Promise<Part<MadeAccountKeyView>> {
  await core.uses.flushIfPossible();
  return listKeys(core, 'account_key', account, madeKeyView);
}

/**
 * Mints an account key. An account has at most 10 active ones (rulings §3.6); a reseller has no
 * cap. The owners are told by mail (rulings §10.28). Throws `ten_account_keys`.
 */
export async function mintAccountKey(core: Db, caller: Caller, given: NewKey): Promise<MintedAccountKey> {
  const name = given.name ?? null;
  const access = given.access ?? 'full';
  const limited = shownAccess(access);
  return changeAccount(core, caller, async ({ tx, account, record }) => {
    const active = await tx.accountKey.count({ where: { accountRowId: account.rowId, revokedAt: null } });
    if (active >= accountKeyCap(account)) throw new DomainError('ten_account_keys');
    const made = { accountRowId: account.rowId, name, access, createdBy: makerOf(caller.actor) };
    const key = await insertKey('account', (data) =>
      tx.accountKey.createMany({ data: { ...data, ...made }, skipDuplicates: true }),
    );
    await record({ action: 'account_key.create', detail: { prefix: key.prefix, name, ...limited } });
    await tellOfAccountKey(tx, account, { prefix: key.prefix, name, actor: caller.actor, ...limited });
    return { key: key.token, prefix: key.prefix, name, ...limited };
  });
}

/** Revokes an account key. Throws `not_found` for an unknown, foreign or already revoked prefix. */
export async function revokeAccountKey(core: Db, caller: Caller, prefix: string): Promise<void> {
  await changeAccount(core, caller, async ({ tx, account, record }) => {
    const revoked = await tx.$executeRaw`
      UPDATE account_key SET revoked_at = clock_timestamp() WHERE account_no = ${account.rowId} AND prefix = ${prefix} AND revoked_at IS NULL`;
    if (revoked === 0) throw new DomainError('not_found');
    await record({ action: 'account_key.revoke', detail: { prefix } });
  });
}
