import { z } from 'zod';

import { errorCatalogue } from '../refusals/errors.ts';
import * as field from '../fields/fields.ts';
import { limits } from '../limits.ts';
import { beganShape, personEmail, signInEmail } from './people.ts';
import { adminScopes, timestamp } from '../shapes.ts';
import { cleanText } from '../text/texts.ts';

// Signing in by password and second factor, and what a person changes about both: rulings §10.8 to
// §10.15.

const text = (name: string) => z.string({ error: `${name} must be a string` });

/** The id of an attempt. One that names nothing is refused as an expired one. @public */
export const ceremonyId = text('ceremony').transform(cleanText);
/** A code as a person types it. @public */
export const typedCode = text('code').transform(cleanText);
/** A password as it is typed. The verbs judge and hash it, and nothing keeps it. @public */
export const typedPassword = text('password');

/** entry.password */
export const passwordEntryBody = z.object({ email: signInEmail, password: typedPassword });
export type PasswordEntry = z.output<typeof passwordEntryBody>;

/** entry.secondFactor */
export const secondFactorBody = z.object({ ceremony: ceremonyId, code: typedCode });
export type SecondFactorEntry = z.output<typeof secondFactorBody>;

/** A first step that succeeded: a session, or the attempt that asks for the second factor. */
export const signInStepShape = z.union([
  beganShape,
  z.object({ next: z.literal('second_factor'), ceremony: z.string() }),
]);
export type SignInStep = z.infer<typeof signInStepShape>;

/** entry.code.ask */
export const askSignInCodeBody = z.object({ email: signInEmail });

/** entry.signUp.ask, me.email.ask and dashboard.account.email.ask: an e-mail that is new. */
export const askCodeBody = z.object({ email: personEmail });

/** The answer to asking for a code; the same for an e-mail that nobody has (rulings §10.9). */
export const askedShape = z.object({ ceremony: z.string() });

/** entry.code.give and its siblings. */
export const giveCodeBody = z.object({ ceremony: ceremonyId, code: typedCode });

/** me.confirm.*: until when the proof counts (rulings §10.15). */
export const confirmedShape = z.object({ confirmed_until: z.string() });
export type Confirmed = z.infer<typeof confirmedShape>;

/** me.confirm.password and me.password.set */
export const passwordBody = z.object({ password: typedPassword });

/** me.totp.finish */
export const codeBody = z.object({ code: typedCode });

/** me.totp.begin: the secret, for a QR code and to type, until the attempt expires. */
export const totpShape = z.object({ uri: z.string(), secret: z.string() });
export type TotpView = z.infer<typeof totpShape>;

/** The recovery codes, this once. */
export const recoveryCodesShape = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodesShape>;

/** me.rename: null, empty and white space alone are no name (rulings §5.2). */
export const personNameBody = z.object({
  name: field.optionalName('name', errorCatalogue.name_too_long.message, limits.nameLength),
});

/** An admin token that begins or ends a session of the console (rulings §8). */
export const operatorTokenBody = z.object({ token: z.string() });

/** A session of the console, with the token that began it. `token` is shown once. */
export const beganOperatorSessionShape = z.object({
  token: z.string(),
  expires_at: timestamp,
  name: z.string(),
  prefix: z.string(),
  scope: z.enum(adminScopes),
});
export type BeganOperatorSession = z.infer<typeof beganOperatorSessionShape>;
