import {
  DomainError,
  theProvider,
  type AccountKeyView,
  type MadeAccountKeyView,
  type MintedAccountKey,
} from '@goal/contract';

import { makerOf } from '../ground/actor.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount } from '../ground/change-account.ts';
import { accountKeyCap } from '../ground/limits-of.ts';
import type { Core } from '../core.ts';
import type { Part } from '../list/part.ts';
import { tellOfAccountKey } from '../mail/news.ts';
import { insertKey } from './insert-key.ts';
import { listKeys, namedKeyView, type AccountKeyRow } from './key-view.ts';

/** GET /admin/accounts/{id}/keys: active and revoked, newest first. */
export function listAccountKeys(core: Core, account: { rowId: number }): Promise<Part<AccountKeyView>> {
  return listKeys(core, 'account_key', account, namedKeyView<string | null>);
}

/** dashboard.keys.list: the same with who made each key (rulings §10.16). */
export function listMadeAccountKeys(core: Core, account: { rowId: number }): Promise<Part<MadeAccountKeyView>> {
  // Keys that are older than their column were made before there were members.
  return listKeys(core, 'account_key', account, (row: AccountKeyRow) => ({
    ...namedKeyView(row),
    created_by: row.created_by ?? theProvider,
  }));
}

/**
 * Mints an account key. An account has at most 10 active ones (rulings §3.6); a reseller has no
 * cap. The owners are told by mail (rulings §10.28). Throws `ten_account_keys`.
 */
export async function mintAccountKey(core: Core, caller: Caller, name: string | null): Promise<MintedAccountKey> {
  return changeAccount(core, caller, async ({ tx, account, record }) => {
    const active = await tx.accountKey.count({ where: { accountRowId: account.rowId, revokedAt: null } });
    if (active >= accountKeyCap(account)) throw new DomainError('ten_account_keys');
    const made = { accountRowId: account.rowId, name, createdBy: makerOf(caller.actor) };
    const key = await insertKey('account', (data) =>
      tx.accountKey.createMany({ data: { ...data, ...made }, skipDuplicates: true }),
    );
    await record({ action: 'account_key.create', detail: { prefix: key.prefix, name } });
    await tellOfAccountKey(tx, account, { prefix: key.prefix, name, actor: caller.actor });
    return { key: key.token, prefix: key.prefix, name };
  });
}

/** Revokes an account key. Throws `not_found` for an unknown, foreign or already revoked prefix. */
export async function revokeAccountKey(core: Core, caller: Caller, prefix: string): Promise<void> {
  await changeAccount(core, caller, async ({ tx, account, record }) => {
    const revoked = await tx.$executeRaw`
      UPDATE account_key SET revoked_at = clock_timestamp() WHERE account_no = ${account.rowId} AND prefix = ${prefix} AND revoked_at IS NULL`;
    if (revoked === 0) throw new DomainError('not_found');
    await record({ action: 'account_key.revoke', detail: { prefix } });
  });
}
