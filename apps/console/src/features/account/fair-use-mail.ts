import type { AccountSummary } from '@goal/contract';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Whether, when and to whom the mail about this month's fair use went. Days are of UTC. */
export function fairUseMailSentence(mail: AccountSummary['fair_use_mail']): string {
  if (mail === null) return 'beyond fair use the account gets an e-mail';
  const to = bidiIsolate(mail.to);
  if (mail.sent_at !== null) return `fair-use e-mail sent ${day.format(new Date(mail.sent_at))} to ${to}`;
  if (mail.is_logged) return 'fair-use e-mail logged, not sent: there is no mail server';
  const waiting = `fair-use e-mail to ${to} waits since ${day.format(new Date(mail.written_at))}`;
  return mail.failure === null ? waiting : `${waiting}: ${mail.failure}`;
}
