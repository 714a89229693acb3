import { theProvider, type ActorKind } from '@goal/contract';

/**
 * Who acts (rulings §8 `actions`). `name` is the name of an operator's token, the prefix of a key,
 * or the command; never a secret.
 */
export type Actor = { kind: ActorKind; name: string };

/**
 * Who made something, as customers are told (rulings §10.17): members by their e-mail, operators
 * and the command line as «the provider», without the name of a token.
 */
export function makerOf({ kind, name }: Actor): string {
  return kind === 'operator' || kind === 'cli' ? theProvider : name;
}
