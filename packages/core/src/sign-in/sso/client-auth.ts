import type { ClientAuth } from 'openid-client';

import { isRefusedClient } from './sso-reason.ts';
import type { SsoSettings } from './sso-settings.ts';

/**
 * The part of the provider's metadata that says how clients prove themselves. Nobody has judged it.
 */
type Server = { token_endpoint_auth_methods_supported?: unknown };

/** How this service proves itself to the provider, and which way the provider has taken. */
export type ClientAuthWays = {
  prove: ClientAuth;
  /** Asks, in the next way while the client is refused; keeps the one taken. Throws as `ask`. */
  run: <T>(server: Server, ask: () => Promise<T>) => Promise<T>;
};

type ProofWay = (parts: { id: string; body: URLSearchParams; headers: Headers }) => void;

/**
 * Ways to prove the client, in order. Providers read Basic decoded, as the standard says, or as it
 * is; a secret of unreserved characters both, where not encoded.
 */
function waysOf({ token_endpoint_auth_methods_supported: methods }: Server, secret: string | undefined): ProofWay[] {
  if (secret === undefined) return [({ id, body }) => body.set('client_id', id)];
  const basic =
    (form: (text: string) => string): ProofWay =>
    ({ id, headers }) =>
      headers.set('authorization', `Basic ${Buffer.from(`${form(id)}:${form(secret)}`).toString('base64')}`);
  const post: ProofWay = ({ id, body }) => {
    body.set('client_id', id);
    body.set('client_secret', secret);
  };
  // A provider that names no list of methods has the one that the protocol makes the default.
  const named: unknown[] = Array.isArray(methods) ? methods : ['client_secret_basic', methods];
  const takes = (method: string): boolean => named.includes(method);
  const ways = [
    ...(takes('client_secret_basic') ? [basic(encode), ...(encode(secret) === secret ? [] : [basic(String)])] : []),
    ...(takes('client_secret_post') ? [post] : []),
  ];
  return ways.length > 0 ? ways : [post];
}

/** RFC 3986: the unreserved characters stay as they are. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

export function openClientAuth({ clientSecret }: Pick<SsoSettings, 'clientSecret'>): ClientAuthWays {
  // Grows with each way that was refused; the rest of its division is the way that is used.
  let at = 0;
  return {
    prove: (server, { client_id: id }, body, headers) => {
      const ways = waysOf(server, clientSecret);
      ways[at % ways.length]?.({ id, body, headers });
    },
    async run(server, ask) {
      for (let left = waysOf(server, clientSecret).length; ; left -= 1) {
        const used = at;
        try {
          return await ask();
        } catch (error) {
          if (!isRefusedClient(error) || left <= 1) throw error;
          // Somebody else's request may have gone on already.
          if (at === used) at += 1;
        }
      }
    },
  };
}
