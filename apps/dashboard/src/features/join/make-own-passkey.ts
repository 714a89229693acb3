import type { PasskeyAttestation } from '@goal/contract';

import { makePasskey, nameOfDevice, type CreationOptions } from '../../lib/passkeys.ts';
import { call, post } from '../../lib/post.ts';

type Begun = { options: CreationOptions; ceremony: string };
type Made = { ceremony: string; response: PasskeyAttestation; name: string };

/** Makes a passkey of the person who has just begun a session. Throws `NoPasskeyError`. */
export async function makeOwnPasskey(): Promise<void> {
  await call('me.passkeys.finish', await answer(await call<Begun>('me.passkeys.begin')));
}

/** Makes the passkey with which the holder of a link joins. Throws `NoPasskeyError`. */
export const makeFirstPasskey = async (input: object): Promise<Made> =>
  answer(await post<Begun>('/api/entry/join/passkey', input));

const answer = async ({ options, ceremony }: Begun): Promise<Made> => ({
  ceremony,
  response: await makePasskey(options),
  name: nameOfDevice(),
});
