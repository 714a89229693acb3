// Without zod: pages of the console use these words, and their policy allows no generated code.

/** What accounts can be sorted by (rulings §8). */
export const accountSorts = ['created', 'events', 'sites'] as const;
export type AccountSort = (typeof accountSorts)[number];

/** What an operator may have to do something about (rulings §8). */
export const attentionKinds = ['over_fair_use', 'silent', 'refused', 'held_payment', 'at_cap'] as const;
export type AttentionKind = (typeof attentionKinds)[number];
