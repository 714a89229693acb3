/** Who may act (rulings §8, §10.17). */
export const actorKinds = [
  'operator',
  'account_key',
  'group_key',
  'site_key',
  'stripe',
  'cli',
  'member',
  'worker',
] as const;
export type ActorKind = (typeof actorKinds)[number];

/** What customers see in place of an operator or the command line (rulings §10.17). */
export const theProvider = 'the provider';

/** What customers see as the actor of what the service does by itself. */
export const theService = 'the service';
