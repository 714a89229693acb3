import { z } from 'zod';

import { ceremonyId } from './entry.ts';
import * as field from '../fields/fields.ts';

// Passkeys: rulings §10.10, and the JSON forms of WebAuthn level 3 that browsers read and write
// (`parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON`, `toJSON`).

const descriptorShape = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()),
});

/** The options of `navigator.credentials.get`, without credentials: the browser offers its own. */
const requestOptionsShape = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});
export type PasskeyRequestOptions = z.infer<typeof requestOptionsShape>;

/** The options of `navigator.credentials.create`. */
const creationOptionsShape = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptorShape),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreationOptions = z.infer<typeof creationOptionsShape>;

/** entry.passkey.begin and me.confirm.passkey.begin */
export const beganPasskeyShape = z.object({ options: requestOptionsShape, ceremony: z.string() });
export type BeganPasskey = z.infer<typeof beganPasskeyShape>;

/** me.passkeys.begin and entry.joinPasskey */
export const beganNewPasskeyShape = z.object({ options: creationOptionsShape, ceremony: z.string() });
export type BeganNewPasskey = z.infer<typeof beganNewPasskeyShape>;

const notWebauthn = 'response must be what the browser made of the options';
const binary = z.string({ error: notWebauthn }).regex(/^[\w-]+={0,2}$/, notWebauthn);
const credential = {
  id: binary,
  rawId: binary,
  type: z.literal('public-key', { error: notWebauthn }),
};

/** The result of `navigator.credentials.get`, by `toJSON`. */
const assertionField = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: binary,
        authenticatorData: binary,
        signature: binary,
        userHandle: binary.nullish(),
      },
      { error: notWebauthn },
    ),
  },
  { error: notWebauthn },
);
export type PasskeyAssertion = z.infer<typeof assertionField>;

/** The result of `navigator.credentials.create`, by `toJSON`. */
const attestationField = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: binary,
        attestationObject: binary,
        transports: z
          .array(z.string({ error: notWebauthn }).max(50, notWebauthn), { error: notWebauthn })
          .max(20, notWebauthn)
          .optional(),
      },
      { error: notWebauthn },
    ),
  },
  { error: notWebauthn },
);
export type PasskeyAttestation = z.infer<typeof attestationField>;

/** entry.passkey.finish and me.confirm.passkey.finish */
export const finishPasskeyBody = z.object({ ceremony: ceremonyId, response: assertionField });
export type FinishPasskeyInput = z.output<typeof finishPasskeyBody>;

/** me.passkeys.finish, and `passkey` of entry.join */
export const addPasskeyBody = z.object({
  ceremony: ceremonyId,
  name: field.requiredName,
  response: attestationField,
});
export type AddPasskeyInput = z.output<typeof addPasskeyBody>;

/** me.passkeys.rename and me.passkeys.remove */
export const passkeyPath = z.object({ id: field.pathId });
export const renamePasskeyBody = z.object({ name: field.requiredName });
