import type { ActorKind } from '@goal/contract';

/**
 * Who acts (rulings §8 `actions`). `name` is the name of an operator's token, the prefix of a key,
 * or the command; never a secret.
 */
export type Actor = { kind: ActorKind; name: string };
