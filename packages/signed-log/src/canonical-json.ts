/** The JSON of the log: numbers are integers. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/**
 * RFC 8785 (JCS) of what the log holds. `JSON.stringify` agrees with it for strings without lone
 * surrogates and for integers, so only the order of the keys is ours. A key without a value is left
 * out. Throws for a number that is no safe integer.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Error(`${value} is no safe integer`);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  // The default order of `sort` is that of RFC 8785, section 3.2.3: by UTF-16 code units.
  const members = Object.keys(value)
    .sort()
    .flatMap((key) => (value[key] === undefined ? [] : [`${JSON.stringify(key)}:${canonicalJson(value[key])}`]));
  return `{${members.join(',')}}`;
}

// `Array.isArray` does not narrow readonly arrays.
const isList = (value: object): value is readonly Json[] => Array.isArray(value);
