import { theProvider, theService, type ActorKind } from '@goal/contract';

/**
 * Who acts (rulings §8 `actions`). `name` is the name of an operator's token, the prefix of a key,
 * or the command; never a secret. `reason` is what an operator gives as the reason of the act: it
 * stands in the `detail` of each action that the act records, and customers never see it.
 */
export type Actor = { kind: ActorKind; name: string; reason?: string | undefined };

/** The same caller with a reason for what they are about to do. */
export function withReason<C extends { actor: Actor }>(caller: C, { reason }: { reason?: string | undefined }): C {
  return reason === undefined ? caller : { ...caller, actor: { ...caller.actor, reason } };
}

/** The maker for customers (rulings §10.17): operators are «the provider», without a name. */
export function makerOf({ kind, name }: Actor): string {
  if (kind === 'worker') return theService;
  return kind === 'operator' || kind === 'cli' ? theProvider : name;
}
