/**
 * A name within a sentence that is no element (a title, a notice), kept apart from it: it may be written from right to left, and must not turn
 * the words around it. In elements `<bdi>` does the same.
 * Domains need neither: the service keeps them in ASCII.
 */
export function isolated(name: string | number): string {
  return `\u2068${name}\u2069`;
}
