import type { PasskeyAssertion, PasskeyAttestation } from '@goal/contract';

import { describeAgent } from './describe-agent.ts';
import { ToldError } from './post.ts';

/** Options of a passkey ceremony, as the API sends them. */
export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;

/** It needs no library: the browser reads the options and writes its answer as JSON. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** Whether this device makes passkeys itself. No browser says whether there is a security key. */
export async function hasAuthenticator(): Promise<boolean> {
  return canUsePasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());
}

/** Whether this browser offers passkeys among the suggestions of a field. */
export async function offersPasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable());
}

/** Thrown when a person closes the browser's dialog, or it gives up. */
export class NoPasskeyError extends ToldError {}

/** Asks the person to make a passkey. Throws `NoPasskeyError`. */
export async function makePasskey(options: CreationOptions): Promise<PasskeyAttestation> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await answerOf(() => navigator.credentials.create({ publicKey }));
  // What `create` makes has an attestation.
  return made as PasskeyAttestation;
}

/** With `isConditional` it waits among the suggestions of a field. Throws `NoPasskeyError`. */
export async function askForPasskey(
  options: RequestOptions,
  { signal, isConditional = false }: { signal?: AbortSignal; isConditional?: boolean } = {},
): Promise<PasskeyAssertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const proof = await answerOf(() =>
    navigator.credentials.get({
      publicKey,
      ...(signal === undefined ? {} : { signal }),
      ...(isConditional ? { mediation: 'conditional' as const } : {}),
    }),
  );
  // What `get` makes has an assertion.
  return proof as PasskeyAssertion;
}

async function answerOf(ask: () => Promise<Credential | null>): Promise<ReturnType<PublicKeyCredential['toJSON']>> {
  const credential = await ask().catch((error: unknown) => {
    const isSame = error instanceof DOMException && error.name === 'InvalidStateError';
    throw new NoPasskeyError(
      isSame ? 'This device has a passkey for you already.' : 'No passkey was used. You can try again.',
    );
  });
  if (!(credential instanceof PublicKeyCredential)) throw new NoPasskeyError('No passkey was used. You can try again.');
  return credential.toJSON();
}

/** A name for a passkey of this device: «Chrome on Linux». */
export function nameOfDevice(agent = navigator.userAgent): string {
  return describeAgent(agent) ?? 'This device';
}
