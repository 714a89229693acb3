/**
 * The names of the views that end with a group: those whose query names it (rulings §10.34), as the
 * address of the log spells it.
 */
export const viewsOfGroup = (views: readonly { name: string; query: string }[], id: string): string[] =>
  views.filter(({ query }) => new URLSearchParams(query).get('group')?.toLowerCase() === id).map(({ name }) => name);
