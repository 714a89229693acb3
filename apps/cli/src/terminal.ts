import { unseen, visible } from '@goal/contract';

import { surroundings } from './surroundings.ts';

/**
 * Prints a text of ours to standard output. Whatever it holds of the database cannot move the
 * cursor, colour the screen or turn the line (rulings §9.9): only line ends are passed on.
 */
export function say(text: string): void {
  surroundings().stdout.write(`${ofLines(text)}\n`);
}

/** Prints one line, with line ends written out too: for names, which may hold them. */
export function sayLine(text: string): void {
  say(visible(text));
}

/** Prints one JSON object. Characters that a terminal obeys are escaped, which changes no value. */
export function sayJson(value: object): void {
  const units = (text: string): string =>
    text
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
  surroundings().stdout.write(`${JSON.stringify(value).replace(unseen, units)}\n`);
}

/** Prints to standard error, as `say` does: standard output is reserved for the result. */
export function tell(text: string): void {
  surroundings().stderr.write(`${ofLines(text)}\n`);
}

const ofLines = (text: string): string => text.split('\n').map(visible).join('\n');
