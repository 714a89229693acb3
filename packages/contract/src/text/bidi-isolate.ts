/**
 * Isolates a name in a plain-text sentence (a title, a notice), so that a right-to-left name does
 * not reorder the words around it. The name's own isolates and overrides are left out: one of them
 * would end the isolation early. In elements, use `<bdi>`. Domains need neither: they are ASCII.
 */
export function bidiIsolate(name: string | number): string {
  return `\u2068${String(name).replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')}\u2069`;
}
