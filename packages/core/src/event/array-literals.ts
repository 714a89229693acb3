/** A PostgreSQL array of values that need no quotes: numbers, uuids. */
export function arrayOf<Item>(items: Item[], value: (item: Item) => number | string | null): string {
  let text = '{';
  for (const [place, item] of items.entries()) text += `${place === 0 ? '' : ','}${value(item) ?? 'NULL'}`;
  return `${text}}`;
}

/** A PostgreSQL array of any texts. */
export function textArrayOf<Item>(items: Item[], value: (item: Item) => string | null): string {
  let text = '{';
  for (const [place, item] of items.entries()) {
    const one = value(item);
    text += `${place === 0 ? '' : ','}${one === null ? 'NULL' : `"${escaped(one)}"`}`;
  }
  return `${text}}`;
}

function escaped(text: string): string {
  return text.includes('"') || text.includes('\\') ? text.replace(/["\\]/g, '\\$&') : text;
}
