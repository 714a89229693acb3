/** Rulings §8, §10.17. */
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

/** The name of an operator or the command line for customers (rulings §10.17). */
export const theProvider = 'the provider';

/** The actor of the service's own acts, for customers. */
export const theService = 'the service';
