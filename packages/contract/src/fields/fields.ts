import { z } from 'zod';

import { errorCatalogue } from '../refusals/errors.ts';
import { parseDecimal } from '../text/integers.ts';
import { limits, maxInteger } from '../limits.ts';
import { parseTimestamp } from '../text/timestamps.ts';
import { cleanText, codePoints } from '../text/texts.ts';

/**
 * One parameter of a query string, with all its values. Doors that read queries wrap the values in
 * this, so that a field accepts «7» for 7 there (rulings §2.8), while over native tRPC only a
 * number is a number.
 */
export class QueryValues {
  constructor(readonly values: readonly string[]) {}
}

/** A value over native tRPC, or the values of a query string. */
export type Native<T> = T | QueryValues;

/** The value of a single-valued parameter. Giving it twice is invalid (rulings §6.1). */
export function single(name: string, value: unknown, context: z.RefinementCtx): unknown {
  if (!(value instanceof QueryValues)) return value;
  if (value.values.length === 1) return value.values[0];
  context.addIssue({ code: 'custom', message: `invalid ${name}` });
  return z.NEVER;
}

/** All values of a parameter that may be repeated or comma-separated, or both (rulings §6.2). */
export function list(value: unknown): unknown {
  const given: unknown = value instanceof QueryValues ? value.values : value;
  return (Array.isArray(given) ? given : [given]).flatMap((one: unknown) =>
    typeof one === 'string' ? one.split(',') : [one],
  );
}

const decimal = (value: unknown): unknown => (typeof value === 'string' ? (parseDecimal(value) ?? NaN) : value);

/** An integer parameter within bounds: anything else is `invalid <name>` (rulings §2.8, §6.1). */
export function queryInteger(name: string, min: number, max: number = maxInteger) {
  const error = `invalid ${name}`;
  return z.preprocess(
    (value: Native<number>, context) => (value instanceof QueryValues ? decimal(single(name, value, context)) : value),
    z.int({ error }).min(min, error).max(max, error),
  );
}

/** A repeatable integer parameter of at most `most` values. */
export function queryIntegers(name: string, most: number) {
  const error = `invalid ${name}`;
  return z.preprocess(
    (value: Native<number | string | (number | string)[]>) => {
      const all = list(value);
      return Array.isArray(all) ? all.map(decimal) : all;
    },
    z.array(z.int({ error }).min(0, error), { error }).min(1, error).max(most, error),
  );
}

/** A repeatable parameter with values of a closed set. */
export function queryEnum<const T extends readonly [string, ...string[]]>(name: string, values: T) {
  const error = `invalid ${name}`;
  return z.preprocess(
    (value: Native<T[number] | T[number][] | string>) => list(value),
    z.array(z.enum(values, { error }), { error }).min(1, error),
  );
}

/** A parameter with one of a few words. */
export function queryChoice<const T extends readonly [string, ...string[]]>(name: string, values: T) {
  return z.preprocess(
    (value: Native<T[number]>, context) => single(name, value, context),
    z.enum(values, { error: `invalid ${name}` }),
  );
}

/** A text parameter; empty means not given (rulings §6.1). */
export function queryText(name: string) {
  return z.preprocess(
    (value: Native<string>, context) => {
      const text = single(name, value, context);
      return text === '' ? undefined : text;
    },
    z
      .string({ error: `${name} must be a string` })
      .transform(cleanText)
      .optional(),
  );
}

/** A sealed position; empty means the first page. Opening it decides whether it is one of ours. */
export const queryCursor = z.preprocess(
  (value: Native<string>, context) => {
    const text = single('cursor', value, context);
    return text === '' ? undefined : text;
  },
  z
    .string({ error: 'invalid cursor' })
    .optional()
    .meta({ description: 'Position taken from a previous `next_cursor`; empty or omitted: the first page' }),
);

/**
 * A position of a tail: sealed, or `0`. Unlike a cursor it may not be empty: no position means
 * «from now on», which nobody should request by mistake.
 */
export const queryAfter = z.preprocess(
  (value: Native<string>, context) => single('after', value, context),
  z
    .string({ error: 'invalid after' })
    .min(1, 'invalid after')
    .meta({
      description:
        'Position taken from `next_after`; `0`: from the oldest event that the tail reaches; omitted: from now',
    })
    .optional(),
);

/** Words that a message must all contain (rulings §6.3). White space alone means not given. */
export const queryWords = z.preprocess(
  (value: Native<string>, context) => single('q', value, context),
  z
    .string({ error: 'q must be a string' })
    .transform((text, context) => {
      const words = cleanText(text)
        .split(/\s+/u)
        .filter((word) => word !== '');
      if (codePoints(text) <= limits.queryLength && words.length <= limits.queryWords) {
        return words.length === 0 ? undefined : words;
      }
      context.addIssue({ code: 'custom', message: 'invalid q' });
      return z.NEVER;
    })
    .meta({ description: 'Words that the message holds, in any case; at most 500 characters and 16 words' }),
);

/** `from` and `to`: milliseconds since 1970 (rulings §2.9). */
export function queryTime(name: string) {
  const error = `invalid ${name}`;
  return z
    .preprocess(
      (value: Native<string>, context) => single(name, value, context),
      z.string({ error }).transform((text, context) => {
        const time = parseTimestamp(text, { bare: true });
        if (time !== undefined) return time;
        context.addIssue({ code: 'custom', message: error });
        return z.NEVER;
      }),
    )
    .meta({ override: { examples: ['2026-01-31T12:00:00Z', '2026-01-31'] } });
}

/** `true` or `false`, and nothing else. */
export function queryBoolean(name: string) {
  return z.preprocess(
    (value: Native<boolean>, context) => {
      const text = single(name, value, context);
      return value instanceof QueryValues && (text === 'true' || text === 'false') ? text === 'true' : text;
    },
    z.boolean({ error: `invalid ${name}` }),
  );
}

/** The guard of a deletion: given once, and true (rulings §2.11). Else the sentence `otherwise`. */
export function queryConfirm(otherwise: string) {
  return z
    .preprocess(
      (value: Native<boolean | string>) =>
        value instanceof QueryValues
          ? value.values.length === 1 && value.values[0] === 'true'
          : value === true || value === 'true',
      z.boolean().refine((isConfirmed) => isConfirmed, otherwise),
    )
    .meta({ description: 'Must be `true`: the deletion cannot be undone', override: { enum: [true] } });
}

/** An id in a query; it is looked up with the other ids, after the 400s (rulings §2.4, §2.11). */
export const queryId = z.preprocess(
  (value: Native<string>) => {
    if (value instanceof QueryValues) return value.values.length === 1 ? value.values[0] : '';
    return typeof value === 'string' ? value : '';
  },
  z.string().meta({ format: 'uuid' }),
);

/** An id or prefix in the path. A value that is not a text names nothing. */
export const pathText = z.preprocess(
  (value: string) => (typeof value === 'string' ? cleanText(value) : ''),
  z.string(),
);
/** The number of an event: a text, or a number over native tRPC. A non-integer names nothing. */
export const pathNumber = z.preprocess(
  (value: string | number) => (typeof value === 'number' || typeof value === 'string' ? cleanText(String(value)) : ''),
  z.string(),
);
export const pathId = z.preprocess(
  (value: string) => (typeof value === 'string' ? value : ''),
  z.string().meta({ format: 'uuid' }),
);

/** An id in a body. It is judged with the ids as well, so any type passes here. */
export const bodyId = z
  .custom<string | null | undefined>(() => true)
  .meta({ override: { type: ['string', 'null'], format: 'uuid' } });

/**
 * A whole number in a body: another type is `<field> must be an integer`, a number that a double
 * cannot hold exactly is `invalid <field>` (rulings §2.3, §2.8).
 */
export function bodyInteger(name: string) {
  return z.int({
    error: ({ code }) => (code === 'invalid_type' ? `${name} must be an integer` : `invalid ${name}`),
  });
}

/**
 * A required text in a body: missing and null are `missing`, another type is `<field> must be a
 * string` (rulings §2.3, §5.2).
 */
export function requiredText(field: string, missing: string) {
  return z.string({
    error: (issue) => (issue.input === undefined || issue.input === null ? missing : `${field} must be a string`),
  });
}

/** A text with its own parser; undefined from it becomes the sentence `invalid`. */
export function parsedText(field: string, invalid: string, parse: (text: string) => string | undefined) {
  return requiredText(field, invalid).transform((text, context) => {
    const parsed = parse(text);
    if (parsed !== undefined) return parsed;
    context.addIssue({ code: 'custom', message: invalid });
    return z.NEVER;
  });
}

/** A name or reference: cleaned, trimmed, measured in code points (rulings §5.2). */
function tidy(text: string, tooLong: string, most: number, context: z.RefinementCtx): string {
  const name = cleanText(text.trim());
  if (codePoints(name) > most) {
    context.addIssue({ code: 'custom', message: tooLong });
    return z.NEVER;
  }
  return name;
}

/** An optional name: null, empty and white space alone are null. */
export function optionalName(field: string, tooLong: string, most: number) {
  return z
    .string({ error: `${field} must be a string` })
    .nullable()
    .transform((text, context) => (text === null ? null : tidy(text, tooLong, most, context) || null));
}

/** A required name: missing, null, empty and white space alone are `name required`. */
export const requiredName = requiredText('name', errorCatalogue.name_required.message).transform((text, context) => {
  const name = tidy(text, errorCatalogue.name_too_long.message, limits.nameLength, context);
  if (name !== '') return name;
  context.addIssue({ code: 'custom', message: errorCatalogue.name_required.message });
  return z.NEVER;
});

/** The same in a PATCH: an omitted name stays; null and empty are not names (rulings §5.2). */
export const requiredNameWhenSent = z.preprocess(
  // Undefined passes through `optional`; null must not.
  (name: string | null) => (name === null ? '' : name),
  requiredName,
);

/** GET /groups: cleaned like a stored one; empty is no filter (rulings §2.11, §5.2, §5.3). */
export const queryReference = z
  .preprocess(
    (value: Native<string>, context) => single('external_ref', value, context),
    z
      .string({ error: 'external_ref must be a string' })
      .transform(
        (text, context) =>
          tidy(text, errorCatalogue.external_ref_too_long.message, limits.externalRefLength, context) || undefined,
      ),
  )
  .meta({ description: "The caller's own identifier, exactly" });

/** A plan's slug in a query, for the database to look up. Twice or empty is an unknown plan. */
export const queryPlan = z.preprocess(
  (value: Native<string>) =>
    value instanceof QueryValues ? (value.values.length === 1 ? value.values[0] : '') : value,
  // A missing required plan counts as a plan that does not exist (rulings §5.2).
  z
    .string({
      error: ({ input }) => (input === undefined ? errorCatalogue.unknown_plan.message : 'plan must be a string'),
    })
    .transform(cleanText),
);
