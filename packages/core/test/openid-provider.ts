import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';

/** What the provider says of somebody; their login is the subject. */
export type Known = { email?: string; email_verified?: unknown; xms_edov?: unknown };

/** As what the service is known to the provider. */
export const openIdClient = { client_id: 'goal', client_secret: 'a secret of + the & client' };

type Claims = Record<string, unknown>;

/** Signs the tokens of every provider of a test file: making one takes a while. */
let key: KeyObject | undefined;
const keyOfTests = (): KeyObject => (key ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);

/** How a provider departs from the usual one. */
export type OpenIdProviderOptions = {
  /** Where it sends people back; asked at its first request. */
  redirectUri: () => string;
  /** Whether the id token itself has the e-mail. */
  isEmailInToken?: boolean;
  authMethod?: 'client_secret_basic' | 'client_secret_post';
  /** What its metadata say that it takes; `authMethod` alone by default. */
  announcedMethods?: readonly string[];
  /** Whether it takes the parts of Basic as they are, without decoding them. */
  takesBasicAsItIs?: boolean;
  /** Whether the client must prove itself in the body, whatever the metadata say. */
  refusesBasic?: boolean;
  /** What the client is registered with. */
  registeredSecret?: string;
  /** What it leaves out of its ID tokens, and of the answer to the browser (`iss`). */
  leavesOut?: readonly ('auth_time' | 'email_verified' | 'iss')[];
  /** Changes the claims of an ID token, which is signed again. */
  changeToken?: (claims: Claims) => void;
  /** The error that it answers an authorization request with. */
  refuses?: (asked: URLSearchParams) => string | undefined;
  /** How far its clock is ahead, by the `Date` of its answers. */
  clockSeconds?: number;
  /** Told the path of each request. */
  onRequest?: (path: string) => void;
  /** Changes what it says of itself. */
  changeMetadata?: (metadata: Record<string, unknown>) => void;
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
    options.onRequest?.(req.url ?? '');
    if (options.clockSeconds !== undefined)
      res.setHeader('Date', new Date(Date.now() + options.clockSeconds * 1000).toUTCString());
    if (options.takesBasicAsItIs === true) encodeBasic(req);
    if (options.refusesBasic === true && req.headers.authorization?.startsWith('Basic ') === true)
      res.writeHead(401, { 'Content-Type': 'application/json' }).end('{"error":"invalid_client"}');
    else if (!refuse(req, res, options)) void handle(req, res);
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

/** The provider decodes what it gets, so that what was sent as it is arrives as it was sent. */
function encodeBasic(req: IncomingMessage): void {
  const [, sent] = /^Basic (.+)$/.exec(req.headers.authorization ?? '') ?? [];
  if (sent === undefined) return;
  const [id = '', ...secret] = Buffer.from(sent, 'base64').toString().split(':');
  const encoded = [id, secret.join(':')].map(encodeURIComponent).join(':');
  req.headers.authorization = `Basic ${Buffer.from(encoded).toString('base64')}`;
}

/** Sends the browser back with an error where the provider refuses what it was asked. */
function refuse(req: IncomingMessage, res: ServerResponse, { refuses, redirectUri }: OpenIdProviderOptions): boolean {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://own.invalid');
  const error = pathname === '/auth' ? refuses?.(searchParams) : undefined;
  if (error === undefined) return false;
  const back = new URLSearchParams({ error, state: searchParams.get('state') ?? '' });
  res.writeHead(303, { Location: `${redirectUri()}?${back}` }).end();
  return true;
}

function openProvider(issuer: string, known: ReadonlyMap<string, Known>, options: OpenIdProviderOptions): Provider {
  const { redirectUri, isEmailInToken = false, authMethod = 'client_secret_basic', announcedMethods } = options;
  const {
    leavesOut = [],
    changeToken,
    changeMetadata,
    change,
    registeredSecret = openIdClient.client_secret,
  } = options;
  const privateKey = keyOfTests();
  const sign = (token: string): string => {
    const [head = '', body = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
    for (const name of leavesOut) if (name !== 'iss') delete claims[name];
    changeToken?.(claims);
    const signed = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey).toString('base64url')}`;
  };
  const configuration: Configuration = {
    clients: [
      {
        ...openIdClient,
        client_secret: registeredSecret,
        redirect_uris: [redirectUri()],
        token_endpoint_auth_method: authMethod,
        // The id token says when the person signed in, also where nobody asks for it.
        require_auth_time: true,
      },
    ],
    clientAuthMethods: [authMethod],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'RSA', kid: 'own', use: 'sig', alg: 'RS256' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'xms_edov'] },
    conformIdTokenClaims: !isEmailInToken,
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_ctx, login) => ({ accountId: login, claims: () => ({ sub: login, ...known.get(login) }) }),
  };
  const provider = new Provider(issuer, configuration);
  provider.use(async (ctx, next) => {
    await next();
    // The provider adds its own part to the context of each request that it knows.
    const { oidc, body } = ctx as unknown as Partial<KoaContextWithOIDC>;
    const location = ctx.res.getHeader('location');
    if (leavesOut.includes('iss') && typeof location === 'string' && location.startsWith(redirectUri())) {
      const back = new URL(location);
      back.searchParams.delete('iss');
      ctx.set('location', back.href);
    }
    if (oidc === undefined || typeof body !== 'object' || body === null) return;
    if (oidc.route === 'discovery') {
      if (leavesOut.includes('iss')) Object.assign(body, { authorization_response_iss_parameter_supported: false });
      // A JSON object.
      changeMetadata?.(body as Record<string, unknown>);
      if (announcedMethods !== undefined)
        Object.assign(body, { token_endpoint_auth_methods_supported: announcedMethods });
    }
    if ('id_token' in body && (leavesOut.length > 0 || changeToken !== undefined))
      body.id_token = sign(String(body.id_token));
    change?.(oidc.route, body);
  });
  return provider;
}
