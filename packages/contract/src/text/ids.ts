const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** rulings §2.10: a UUID of any version, in letters of any case, with hyphens. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value);
}
