import type { ActorKind } from '@goal/contract';

/** Who acts: an operator's token by its name, a key by its prefix, the command line (rulings §8 `actions`). Never a secret. */
export type Actor = { kind: ActorKind; name: string };
