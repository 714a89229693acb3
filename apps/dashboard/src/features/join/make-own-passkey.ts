import { makePasskey, nameOfDevice, type CreationOptions } from '../../lib/passkeys.ts';
import { call } from '../../lib/post.ts';

/** Makes a passkey of the person who has just begun a session. Throws `NoPasskeyError`. */
export async function makeOwnPasskey(): Promise<void> {
  const { options, ceremony } = await call<{ options: CreationOptions; ceremony: string }>('me.passkeys.begin');
  const response = await makePasskey(options);
  await call('me.passkeys.finish', { ceremony, response, name: nameOfDevice() });
}
