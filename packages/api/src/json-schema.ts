/** A JSON object. */
export type Json = Record<string, unknown>;

/**
 * Simplifies a generated schema: drops JavaScript's bounds of integers, merges a nullable type into
 * one list of types, but not an enum, which would have to hold null itself and which generators of
 * clients then write as a text; and leaves objects open for fields that a later version adds
 * (docs/guide/compatibility.md), so that a strict client made from the document keeps working.
 */
export function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const all = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, tidy(part)]));
  const { anyOf, ...beside } = all;
  if (Array.isArray(anyOf) && anyOf.length === 2) {
    const [type, none] = anyOf.map(record);
    if (none?.['type'] === 'null' && typeof type?.['type'] === 'string') {
      const { description, ...only } = type;
      const merged = 'enum' in type ? { anyOf: [only, none] } : { ...only, type: [type['type'], 'null'] };
      return { ...merged, ...(description === undefined ? {} : { description }), ...beside };
    }
  }
  if (all['additionalProperties'] === false) delete all['additionalProperties'];
  if (all['type'] !== 'integer') return all;
  const { minimum, maximum, ...rest } = all;
  return {
    ...rest,
    ...(minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === Number.MAX_SAFE_INTEGER ? { format: 'int64' } : { maximum }),
  };
}

/** The value if it is a JSON object, otherwise an empty object. */
export function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}
