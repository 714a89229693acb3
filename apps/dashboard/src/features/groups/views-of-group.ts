/** The views whose query names the group, as the log's address spells it (rulings §10.34). */
export const viewsOfGroup = (views: readonly { name: string; query: string }[], id: string): string[] =>
  views.filter(({ query }) => new URLSearchParams(query).get('group')?.toLowerCase() === id).map(({ name }) => name);
