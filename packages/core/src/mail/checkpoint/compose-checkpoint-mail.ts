import type { Db } from '../../ground/db.ts';
import { newestCheckpoint } from '../../ground/newest-checkpoint.ts';
import { grouped } from '../../ground/wording.ts';
import type { DueChosen } from '../due-mail.ts';
import { letter, signature } from '../letter.ts';
import type { Message } from '../mailer.ts';
import { nameInMail } from '../plain-text.ts';
import { unsubscribing } from '../unsubscribing.ts';
import { isMailable } from '../../member/mailable.ts';

/**
 * Composes the monthly mail with the newest checkpoint of an account's signed log (rulings §16.15).
 * Returns undefined if the person gets none any more: they switched it off, do not own the account,
 * have not proven their e-mail, or have no second factor where the account requires one; and where
 * no log has begun.
 */
export async function composeCheckpointMail(
  core: Db,
  dashboardUrl: string,
  { personRowId, accountRowId }: DueChosen,
): Promise<Omit<Message, 'id'> | undefined> {
  const reader = await findReader(core, personRowId, accountRowId);
  const newest = await newestCheckpoint(core.db.pages, accountRowId);
  if (reader === undefined || newest === undefined) return undefined;
  const { link, headers } = await unsubscribing(core, dashboardUrl, { personRowId, kind: 'checkpoint' });
  const [head = '', signatures = ''] = newest.checkpoint.trimEnd().split('\n\n');
  return {
    to: reader.email,
    ...letter('The checkpoint of your audit log', [
      'Hello,',
      `this is the newest checkpoint of the signed log of ${nameInMail(reader.account)}. It speaks for its first ${grouped(newest.size)} entries:`,
      head,
      signatures,
      'Keep this mail where nobody can change it who runs the service. With it you show later that nothing was changed or taken out of what was logged by now: download the bundle on the page «Integrity», save this mail as a text file, and give both to «goal verify BUNDLE --checkpoint MAIL» or to the check on that page:',
      `${dashboardUrl}/a/${reader.accountId}/integrity`,
      'You switched this mail on in the dashboard, under Me. It comes on the first of each month. To get no checkpoint by mail any more, of any account:',
      link,
      ...signature(reader.brand),
    ]),
    ...headers,
  };
}

type CheckpointReader = { email: string; account: string; accountId: string; brand: string | null };

async function findReader(
  { db }: Db,
  personRowId: number,
  accountRowId: number,
): Promise<CheckpointReader | undefined> {
  const { rows } = await db.work.query<CheckpointReader>(
    `select p.email, coalesce(a.name, a.email) as account, a.id::text as "accountId",
       (select b.name from brand b where b.account_no = a.no and a.is_reseller) as brand
     from membership m join person p on p.no = m.person_no join account a on a.no = m.account_no
     where m.person_no = $1 and m.account_no = $2 and m.role = 'owner' and m.checkpoint_mail_due_at is not null
       and ${isMailable}`,
    [personRowId, accountRowId],
  );
  return rows[0];
}
