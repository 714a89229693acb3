import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';

/** What the provider says of somebody; their login is the subject. */
export type Known = { email?: string; email_verified?: boolean };

/** As what the service is known to the provider. */
export const openIdClient = { client_id: 'goal', client_secret: 'a secret of + the & client' };

/** How a provider departs from the usual one. */
export type OpenIdProviderOptions = {
  /** Where it sends people back; asked at its first request. */
  redirectUri: () => string;
  /** Whether the id token itself has the e-mail. */
  isEmailInToken?: boolean;
  authMethod?: 'client_secret_basic' | 'client_secret_post';
  /** Changes the provider's answer at a route before it is sent. */
  change?: (route: string, body: object) => void;
};

export type OpenIdProvider = {
  issuer: string;
  /** Makes somebody known and returns their login. */
  know: (login: string, claims: Known) => string;
  close: () => Promise<void>;
};

/** Starts a real OpenID provider on loopback, with its own pages to sign in and to consent. */
export async function startOpenIdProvider(options: OpenIdProviderOptions): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on TCP
  const issuer = `http://127.0.0.1:${port}`;
  const known = new Map<string, Known>();
  let handle: ReturnType<Provider['callback']> | undefined;
  server.on('request', (req, res) => {
    handle ??= openProvider(issuer, known, options).callback();
    void handle(req, res);
  });
  return {
    issuer,
    know(login, claims) {
      known.set(login, claims);
      return login;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function openProvider(issuer: string, known: ReadonlyMap<string, Known>, options: OpenIdProviderOptions): Provider {
  const { redirectUri, isEmailInToken = false, authMethod = 'client_secret_basic', change } = options;
  const configuration: Configuration = {
    clients: [
      {
        ...openIdClient,
        redirect_uris: [redirectUri()],
        token_endpoint_auth_method: authMethod,
        // The id token says when the person signed in, also where nobody asks for it.
        require_auth_time: true,
      },
    ],
    clientAuthMethods: [authMethod],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: !isEmailInToken,
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_ctx, login) => ({ accountId: login, claims: () => ({ sub: login, ...known.get(login) }) }),
  };
  const provider = new Provider(issuer, configuration);
  provider.use(async (ctx, next) => {
    await next();
    // The provider adds its own part to the context of each request that it knows.
    const { oidc, body } = ctx as unknown as Partial<KoaContextWithOIDC>;
    if (oidc !== undefined && typeof body === 'object' && body !== null) change?.(oidc.route, body);
  });
  return provider;
}
