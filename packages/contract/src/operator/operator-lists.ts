// Without zod: pages of the console use these words, and their policy allows no generated code.

/** The orders of the list of accounts (rulings §8). */
export const accountSorts = ['created', 'events', 'sites'] as const;
export type AccountSort = (typeof accountSorts)[number];

/** The kinds of accounts and sites that may need an operator (rulings §8). */
export const attentionKinds = ['over_fair_use', 'silent', 'refused', 'held_payment', 'at_cap'] as const;
export type AttentionKind = (typeof attentionKinds)[number];
