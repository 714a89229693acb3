import type { Core } from '../../core.ts';
import { hashOf } from '../unsubscribing.ts';
import { pauseStream } from '../../stream/manage/change-stream.ts';

/**
 * entry.unsubscribe: ends the kind of mail that the token names, for its person (rulings §10.28,
 * §10.40, §15.3, §16.15); alerts to the address of an account end by a pause of their streams. A
 * token that nobody has, and one that was used before, are answered alike.
 */
export async function unsubscribe(core: Core, token: string): Promise<void> {
  const { rows } = await core.db.work.query<{ rowId: number; id: string }>(endMails, [hashOf(token)]);
  for (const account of rows) await pauseAlerts(core, account);
}

const endMails = `with t as (select person_no, account_no, kind from unsubscribe_token where hash = $1),
    monthly as (update membership m set checkpoint_mail_due_at = null from t
      where t.kind = 'checkpoint' and m.person_no = t.person_no),
    weekly as (delete from weekly_mail w using t where t.kind = 'weekly' and w.person_no = t.person_no),
    muted as (update person p set muted_mails = array_append(p.muted_mails, t.kind) from t
      where t.kind not in ('checkpoint', 'weekly') and p.no = t.person_no and not t.kind = any (p.muted_mails))
  select a.no as "rowId", a.id::text from t join account a on a.no = t.account_no`;

/** Pauses the streams that mail to the address of the account. Its members may resume them. */
async function pauseAlerts(core: Core, account: { rowId: number; id: string }): Promise<void> {
  const active = await core.db.prisma.stream.findMany({
    where: { accountRowId: account.rowId, status: 'active', sink: { equals: { type: 'mail', to: null } } },
    select: { id: true },
  });
  for (const { id } of active) await pauseStream(core, { account, actor: { kind: 'worker', name: 'unsubscribe' } }, id);
}
