import { limits } from '@goal/contract';

import { letter, type Letter } from './letter.ts';

/** Two halves are easier to copy by eye. */
const spaced = (code: string): string => `${code.slice(0, code.length / 2)} ${code.slice(code.length / 2)}`;

type Why = 'entry' | 'confirm' | 'email' | 'account_email' | 'sign_up';

/**
 * The mail with a code: to sign in, to confirm who somebody is, to prove a new e-mail of a person
 * or of an account, or to make a free account.
 */
export function codeLetter(why: Why, code: string, dashboardUrl: string): Letter {
  const asked = {
    entry: `somebody asks to sign in as you at ${dashboardUrl}. If it is you, type this code there:`,
    confirm: `you want to do something at ${dashboardUrl} that needs a proof that it is you. Type this code there:`,
    email: `somebody wants to sign in with this e-mail at ${dashboardUrl}. If it is you, type this code there:`,
    account_email: `somebody wants an account at ${dashboardUrl} to have this e-mail: its bills and its news would come to you. If that is right, type this code there:`,
    sign_up: `somebody wants to make a free account with this e-mail at ${dashboardUrl}. If it is you, type this code there:`,
  }[why];
  const otherwise = {
    entry: 'Without this code nobody gets in.',
    confirm: 'Without this code nobody gets in.',
    email: 'Without this code nobody gets in.',
    account_email: 'Without this code nothing changes.',
    sign_up: 'Without this code no account is made.',
  }[why];
  return letter('Your code', [
    'Hello,',
    asked,
    spaced(code),
    `The code works once, for ${limits.ceremonyMinutes} minutes, and only in the browser that asked for it. Tell it to nobody: nobody who runs this service will ask you for it.`,
    `If it was not you, do nothing. ${otherwise}`,
  ]);
}

/**
 * The mail to an e-mail that somebody has here already, in place of the code that makes a free
 * account (rulings §10.20).
 */
export function knownLetter(who: 'person' | 'account', dashboardUrl: string): Letter {
  const further = {
    person: `You sign in there with this e-mail already: ${dashboardUrl}/sign-in. If you have forgotten your password, ask for a code on that page.`,
    account: 'An account has this e-mail already. Ask your provider to invite you to it.',
  }[who];
  return letter('You have an account', [
    'Hello,',
    `somebody wants to make a free account with this e-mail at ${dashboardUrl}. No account was made.`,
    further,
    'If it was not you, do nothing.',
  ]);
}
