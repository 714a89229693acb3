import { errorCatalogue } from '@goal/contract';
import type { AccountCredential, Credential } from '@goal/core';

import type { Context } from './http/context.ts';
import { refusalOf } from './refusal.ts';

// A request notes its key for the log and its share of the service, and refusals (rulings §8).

/** All keys of an account share one owner: more keys bring no more memory or database time. */
export function noteKey(ctx: Context, key: Credential): void {
  ctx.facts.key = `${key.kind}:${key.prefix}`;
  ctx.facts.owner = ownerOfKey(key);
}

function ownerOfKey(key: Credential): string {
  if (key.kind === 'operator') return `operator:${key.keyRowId}`;
  if (key.kind !== 'session') return `account:${key.account.rowId}`;
  return key.membership === undefined ? `person:${key.person.rowId}` : `account:${key.membership.account.rowId}`;
}

/** Notes that an account or group key was refused. A fault of the service is no refusal. */
export function noteRefusal(ctx: Context, { kind, keyRowId }: AccountCredential, error: unknown): void {
  const refusal = refusalOf(error);
  // Nobody reads the answer of a request that was given up.
  if (refusal.status >= 500 || refusal.code === 'request_timeout') return;
  ctx.services.core.uses.refused(kind, keyRowId, refusal.message);
}

/** The same for a token whose prefix is known, and which is revoked or has a wrong secret. */
export function noteInvalid({ services }: Context) {
  const { uses } = services.core;
  return (known: Credential, isSecretRight: boolean): void => {
    if (known.kind !== 'account' && known.kind !== 'group') return;
    if (isSecretRight) uses.refused(known.kind, known.keyRowId, errorCatalogue.invalid_token.message);
    else uses.guessed(known.kind, known.keyRowId);
  };
}
