/**
 * Isolates a name in a plain-text sentence (a title, a notice), so that a right-to-left name does
 * not reorder the words around it. In elements, use `<bdi>`. Domains need neither: they are ASCII.
 */
export function bidiIsolate(name: string | number): string {
  return `\u2068${name}\u2069`;
}
