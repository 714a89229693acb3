import { z } from 'zod';

import { parseNetwork } from '../text/addresses.ts';
import { list, single, type Native } from './fields.ts';
import { cleanText, cutText } from '../text/texts.ts';

// Fields that only questions about events have.

/**
 * A text that events hold cleaned and cut to `most` code points, so that it is looked for in the
 * same form (rulings §7.3, §11.4); empty means not given.
 */
export function queryStoredText(name: string, most: number) {
  return z.preprocess(
    (value: Native<string>, context) => {
      const text = single(name, value, context);
      return text === '' ? undefined : text;
    },
    z
      .string({ error: `${name} must be a string` })
      .transform((text) => cleanText(cutText(text, most)))
      .optional(),
  );
}

/**
 * A repeatable parameter of at most `most` texts, each cleaned and cut to `lengthMax` code points;
 * empty ones mean not given (rulings §7.3, §11.4). A list of texts, as MCP and native calls have
 * it, may hold commas.
 */
export function queryTexts(name: string, most: number, lengthMax = Infinity) {
  const error = `invalid ${name}`;
  return z
    .preprocess(
      (value: Native<string | string[]>) => (Array.isArray(value) ? value : list(value)),
      z.array(z.string({ error: `${name} must be a string` })).max(most, error),
    )
    .transform((texts) => {
      const given = texts.filter((text) => text !== '').map((text) => cleanText(cutText(text, lengthMax)));
      return given.length === 0 ? undefined : given;
    });
}

/** An address or a network (rulings §11.4); empty is invalid. */
export function queryNetwork(name: string) {
  const error = `invalid ${name}`;
  return z.preprocess(
    (value: Native<string>, context) => single(name, value, context),
    z.string({ error }).transform((text, context) => {
      const network = parseNetwork(text);
      if (network !== undefined) return network;
      context.addIssue({ code: 'custom', message: error });
      return z.NEVER;
    }),
  );
}

/** The keys of a summary: one or two different ones, separated by a comma (rulings §11.1). */
export function querySummaryKeys<const T extends readonly [string, ...string[]]>(keys: T) {
  const error = 'invalid by';
  const known = z.array(z.enum(keys)).max(2);
  return z.preprocess(
    (value: Native<string>, context) => single('by', value, context),
    z.string({ error }).transform((text, context) => {
      const { data } = known.safeParse(text.split(','));
      if (data !== undefined && new Set(data).size === data.length) return data;
      context.addIssue({ code: 'custom', message: error });
      return z.NEVER;
    }),
  );
}

/** A time zone by its name in the IANA list (rulings §11.1). */
export function queryZone(name: string) {
  return z.preprocess((value: Native<string>, context) => single(name, value, context), zone(name));
}

/** The same in a body. */
export function zone(name: string) {
  return z.string({ error: `invalid ${name}` }).transform((text, context) => {
    const known = knownZone(text);
    if (known !== undefined) return known;
    context.addIssue({ code: 'custom', message: `invalid ${name}` });
    return z.NEVER;
  });
}

/**
 * The zone of a name as it is written in the list, `UTC` for each of its names; undefined if there
 * is no such zone. Another name of a zone stays, because a runtime may know `Asia/Kolkata` by an
 * older one.
 */
function knownZone(name: string): string | undefined {
  // Newer versions take offsets such as `+01:00` too, which have no place in the list.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return undefined;
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    return zone === 'UTC' || zone.toLowerCase() === name.toLowerCase() ? zone : name;
  } catch {
    return undefined;
  }
}
