import { randomUUID } from 'node:crypto';

import { DomainError, limits } from '@goal/contract';

import type { Mailer } from './mailer.ts';
import type { Letter } from './letter.ts';

// Mails with a link or code skip the outbox: a table and backups would hold the secret.

/** Sends a mail at once, within 10 s. Throws `mail_not_sent`. */
export async function sendNow(mailer: Mailer, to: string, letter: Letter): Promise<void> {
  await inTime(mailer.send({ id: randomUUID(), to, ...letter }));
}

/** Checks within 10 s that the mail server can be reached. Throws `mail_not_sent`. */
export async function reachMailServer(mailer: Mailer): Promise<void> {
  await inTime(mailer.verify());
}

async function inTime(work: Promise<void>): Promise<void> {
  const late = new AbortController();
  const limit = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the mail server is too slow')), limits.mailMs);
    late.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
  try {
    await Promise.race([work, limit]);
  } catch (error) {
    throw new DomainError('mail_not_sent', { cause: error });
  } finally {
    late.abort();
    work.catch(() => {}); // after the limit nobody awaits it
  }
}
