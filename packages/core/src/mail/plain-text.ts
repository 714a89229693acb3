import { codePoints, cutText, withoutLinks } from '@goal/contract';

/** Code points of a text that a mail shows. */
const most = 120;

/** Characters that take no room on a screen, or that turn the order of those that follow. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu;
const breaks = /[\p{C}\p{Zl}\p{Zp}\s]+/gu;

/**
 * A text that somebody else chose, for a mail: on one line, cut, without hidden characters, and
 * isolated from the direction of what surrounds it. Mail programs make no link of it.
 */
export const plainText = (text: string): string => isolated(withoutLinks(shortLine(text)));

/** A text on one line, without hidden characters, cut to `max` code points with the sign of it. */
export function shortLine(text: string, max = most): string {
  const line = text.replace(unseen, '').replace(breaks, ' ').trim();
  return codePoints(line) > max ? `${cutText(line, max - 1)}…` : line;
}

/**
 * The name of an account, a group or a brand for a mail, or the e-mail of a person. An e-mail stays
 * as it is, unless it holds what another text may not: before the «@» nearly everything is allowed.
 */
export const nameInMail = (name: string): string =>
  /^[^\s@:/]+@[^\s@:/]+$/.test(name) && shortLine(name) === name ? name : plainText(name);

/** Keeps the direction of a text to itself. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
