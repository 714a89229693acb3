import type { AccountSummary } from '@goal/contract';
import { formatUtcDay } from '@goal/ui/text/time.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';

const dayOf = (at: string): string => formatUtcDay(at.slice(0, 10));

/** Whether, when and to whom the mail about this month's fair use went. Days are of UTC. */
export function fairUseMailSentence(mail: AccountSummary['fair_use_mail']): string {
  if (mail === null) return 'beyond fair use the account gets an e-mail';
  const to = bidiIsolate(mail.to);
  if (mail.sent_at !== null) return `fair-use e-mail sent ${dayOf(mail.sent_at)} to ${to}`;
  if (mail.is_logged) return 'fair-use e-mail logged, not sent: there is no mail server';
  const waiting = `fair-use e-mail to ${to} waits since ${dayOf(mail.written_at)}`;
  return mail.failure === null ? waiting : `${waiting}: ${mail.failure}`;
}
