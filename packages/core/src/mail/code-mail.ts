import { limits } from '@goal/contract';

import { letter, type Letter } from './letter.ts';

/** Two halves are easier to copy by eye. */
const spaced = (code: string): string => `${code.slice(0, code.length / 2)} ${code.slice(code.length / 2)}`;

/** The mail with a code: to sign in, to confirm who somebody is, or to prove a new e-mail. */
export function codeLetter(why: 'entry' | 'confirm' | 'email', code: string, dashboardUrl: string): Letter {
  const asked = {
    entry: `somebody asks to sign in as you at ${dashboardUrl}. If it is you, type this code there:`,
    confirm: `you want to do something at ${dashboardUrl} that needs a proof that it is you. Type this code there:`,
    email: `somebody wants to sign in with this e-mail at ${dashboardUrl}. If it is you, type this code there:`,
  }[why];
  return letter('Your code', [
    'Hello,',
    asked,
    spaced(code),
    `The code works once, for ${limits.ceremonyMinutes} minutes, and only in the browser that asked for it. Tell it to nobody: no one of us asks you for it.`,
    'If it was not you, do nothing. Without this code nobody gets in.',
  ]);
}
