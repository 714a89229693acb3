import { createHash, randomBytes } from 'node:crypto';

import type { Core } from '../core.ts';
import type { DueChosen } from '../mail/due-mail.ts';
import type { Message } from '../mail/mailer.ts';
import { ownsFactor } from '../person/second-factor.ts';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Whether the person `p` has a second factor where the account `a` requires one, so that mails may
 * tell them of it. Each identity of single sign-on counts as one, because a worker alone does not
 * know which provider is set up (rulings §10.24).
 */
export const hasRequiredFactor = `(not a.second_factor or ${ownsFactor} or exists (select from identity i where i.person_no = p.no))`;

/**
 * Whether the person `p` may get mails about the account `a` that they chose: they proved their
 * e-mail, and have a second factor where the account requires one.
 */
export const isMailable = `p.email_proven_at is not null and ${hasRequiredFactor}`;

type Unsubscribing = { link: string; headers: Pick<Message, 'headers'> };

/**
 * Makes the link of one mail: it ends mails of this kind of the person and nothing else. Only the
 * hash of what stands in it is kept, so each mail has its own. `headers` are those of RFC 8058,
 * which asks for https.
 */
export async function unsubscribing(
  { db }: Pick<Core, 'db'>,
  dashboardUrl: string,
  { personRowId, kind }: Pick<DueChosen, 'personRowId' | 'kind'>,
): Promise<Unsubscribing> {
  const token = randomBytes(32).toString('base64url');
  await db.work.query(`insert into unsubscribe_token (hash, person_no, kind) values ($1, $2, $3)`, [
    hashOf(token),
    personRowId,
    kind,
  ]);
  const link = `${dashboardUrl}/unsubscribe/${token}`;
  const headers = { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { link, headers: dashboardUrl.startsWith('https:') ? { headers } : {} };
}

/**
 * entry.unsubscribe: ends the kind of mail that the token names, for its person (rulings §10.40,
 * §16.15). A token that nobody has, and one that was used before, are answered alike.
 */
export async function unsubscribe({ db }: Pick<Core, 'db'>, token: string): Promise<void> {
  await db.work.query(
    `with t as (select person_no, kind from unsubscribe_token where hash = $1),
       monthly as (update membership m set checkpoint_mail_due_at = null from t
         where t.kind = 'checkpoint' and m.person_no = t.person_no)
     delete from weekly_mail w using t where t.kind = 'weekly' and w.person_no = t.person_no`,
    [hashOf(token)],
  );
}
