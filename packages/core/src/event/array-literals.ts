/** Writes a PostgreSQL array of values that need no quotes: numbers, UUIDs. */
export function arrayOf<Item>(items: Item[], value: (item: Item) => number | string | null): string {
  let text = '{';
  for (const [index, item] of items.entries()) text += `${index === 0 ? '' : ','}${value(item) ?? 'NULL'}`;
  return `${text}}`;
}

/** Writes a PostgreSQL array of any texts. */
export function textArrayOf<Item>(items: Item[], value: (item: Item) => string | null): string {
  let text = '{';
  for (const [index, item] of items.entries()) {
    const one = value(item);
    text += `${index === 0 ? '' : ','}${one === null ? 'NULL' : `"${escaped(one)}"`}`;
  }
  return `${text}}`;
}

function escaped(text: string): string {
  return text.includes('"') || text.includes('\\') ? text.replace(/["\\]/g, '\\$&') : text;
}
