import { asAct, type OperatorCredential, type SessionCredential } from '@goal/core';
import type { ProcedureType } from '@trpc/server';

import type { Context } from './http/context.ts';

/** Runs a mutation as the act that the page named, if it did (rulings §10.52). */
export function acting<T extends { ok: boolean }>(
  { ctx, type, next }: { ctx: Context; type: ProcedureType; next: () => Promise<T> },
  holder: string,
): Promise<T> {
  const { actId: id, services } = ctx;
  return type === 'mutation' && id !== undefined ? asAct(services.core, { id, holder }, next) : next();
}

/** The holder of an act: the token, or the person in whichever session. */
export const holderOf = (credential: OperatorCredential | SessionCredential): string =>
  credential.kind === 'operator' ? `operator ${credential.keyRowId}` : `person ${credential.person.rowId}`;
