/** Who may act (rulings §8 `actions`). */
export const actorKinds = ['operator', 'account_key', 'group_key', 'site_key', 'stripe', 'cli'] as const;
export type ActorKind = (typeof actorKinds)[number];
