import { createHash, randomBytes } from 'node:crypto';

import type { mutableMails } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { Message } from './mailer.ts';

/** What is kept of the token in a link that ends mails. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Kinds of mails that a link in each of them ends. */
type EndedKind = 'weekly' | 'checkpoint' | (typeof mutableMails)[number];

/** Whose mails a link ends: those of a person, or the alerts to the address of an account. */
export type Ended = { kind: EndedKind; personRowId: number } | { kind: 'alert'; accountRowId: number };

/** The link that ends mails of one kind, and the headers that say it to mail programs. */
export type Unsubscribing = { link: string; headers: Pick<Message, 'headers'> };

/**
 * Makes the link of one mail: it ends mails of this kind and nothing else. Only the hash of what
 * stands in it is kept, so each mail has its own. `headers` are those of RFC 8058, which asks for
 * https.
 */
export async function unsubscribing({ db }: Db, dashboardUrl: string, ended: Ended): Promise<Unsubscribing> {
  const token = randomBytes(32).toString('base64url');
  const [person, account] = 'personRowId' in ended ? [ended.personRowId, null] : [null, ended.accountRowId];
  await db.work.query(`insert into unsubscribe_token (hash, person_no, account_no, kind) values ($1, $2, $3, $4)`, [
    hashOf(token),
    person,
    account,
    ended.kind,
  ]);
  const link = `${dashboardUrl}/unsubscribe/${token}`;
  const headers = { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { link, headers: dashboardUrl.startsWith('https:') ? { headers } : {} };
}
