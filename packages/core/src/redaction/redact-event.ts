import { DomainError } from '@goal/contract';

import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import { findEvent } from '../event/read/get-account-event.ts';
import { scopeOf } from '../event/read/scope-of-query.ts';
import type { Caller } from '../ground/caller.ts';
import { changeAccount, type Change } from '../ground/change-account.ts';
import { judgeHoldOfSites } from '../ground/legal-holds.ts';
import { holdLog } from '../signed-log/keys/kept-salts.ts';
import { blankEvents, prepareBlanking } from './blank-events.ts';

/** The event of the account that a door names. Throws `not_found`. */
export async function findAccountEvent(core: Core, caller: Caller, id: string): Promise<number> {
  const event = await findEvent(core, await scopeOf(core, caller, {}), id);
  return event.id;
}

/**
 * POST /account/events/{id}/redact: removes the text and the user of one event (rulings §13.1). One
 * that is redacted already stays as it is. Throws `not_found`, `on_legal_hold`.
 */
export async function redactEvent(core: Db, caller: Caller, id: number): Promise<void> {
  await prepareBlanking(core, caller.account.rowId, [id]);
  const redact = async (change: Change): Promise<void> => {
    const { tx, account, record } = change;
    const event = await tx.event.findFirst({
      where: { account: account.rowId, id },
      select: { site: true, redactedAt: true },
    });
    const site =
      event === null
        ? null
        : await tx.site.findFirst({ where: { rowId: event.site, accountRowId: account.rowId }, select: { id: true } });
    if (event === null || site === null) throw new DomainError('not_found');
    if (event.redactedAt !== null) return;
    await judgeHoldOfSites(tx, account.rowId, [event.site]);
    const { redacted } = await blankEvents(change, [id]);
    if (redacted > 0) await record({ action: 'event.redact', siteId: site.id, detail: { event: id } });
  };
  await changeAccount(core, caller, redact, (tx) => holdLog(tx, caller.account.rowId));
}
