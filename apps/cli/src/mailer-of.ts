import { smtpMailer, type Mailer } from '@goal/core';

import type { Env } from './env.ts';

/** The mailer of a command; undefined without SMTP_URL. */
export function mailerOf({ smtpUrl, mailFrom }: Env): Mailer | undefined {
  return smtpUrl === undefined ? undefined : smtpMailer(smtpUrl, mailFrom);
}
