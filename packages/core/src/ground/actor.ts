import { theProvider, theService, type ActorKind } from '@goal/contract';

/**
 * `name`: of an operator's token, a key's prefix, or the command; never a secret. `reason` of an
 * operator stands in each `detail`, hidden from customers (rulings §8 `actions`).
 */
export type Actor = { kind: ActorKind; name: string; reason?: string | undefined };

/** The same caller with a reason for what they are about to do. */
export function withReason<C extends { actor: Actor }>(caller: C, { reason }: { reason?: string | undefined }): C {
  return reason === undefined ? caller : { ...caller, actor: { ...caller.actor, reason } };
}

/**
 * Who made something, as customers are told (rulings §10.17): members by their e-mail, operators
 * and the command line as «the provider», without the name of a token.
 */
export function makerOf({ kind, name }: Actor): string {
  if (kind === 'worker') return theService;
  return kind === 'operator' || kind === 'cli' ? theProvider : name;
}
