import { DomainError } from '@goal/contract';
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';

/** The provider as the environment names it. Without a secret the client is a public one. */
export type SsoSettings = { issuer: string; clientId: string; clientSecret: string | undefined; name: string };

/** A provider of single sign-on (rulings §10.14). */
export type SingleSignOn = {
  issuer: string;
  /** What the sign-in page calls it. */
  name: string;
  /** What the provider says of itself. Throws `provider_out_of_reach`. */
  configuration: () => Promise<Configuration>;
};

/** Milliseconds that the provider has for one answer. */
const answerMs = 10_000;
/**
 * Milliseconds that one step of a sign-in may take: the provider is asked for its metadata, the
 * tokens, its keys and the e-mail, one after another.
 */
export const providerWaitMs = 5 * answerMs;
/** Milliseconds after which the provider is asked again what it says of itself. */
const lifetimeMs = 3_600_000;

/**
 * The provider does not answer. It is a TypeError, because the library passes those on unchanged.
 */
export class OutOfReach extends TypeError {
  override readonly name = 'OutOfReach';
}

/**
 * Every call to the provider. It reads the whole answer in time: the library sets no limit for the
 * provider's keys, and none for a body that never ends.
 */
const callWithin =
  (waitMs: number): CustomFetch =>
  async (url, { body: sent = null, ...options }) => {
    try {
      const response = await fetch(url, { ...options, body: sent, signal: AbortSignal.timeout(waitMs) });
      const body = await response.arrayBuffer();
      if (response.status < 500) return new Response(body.byteLength > 0 ? body : null, response);
      throw new Error(`it answered ${response.status}`);
    } catch (error) {
      const { origin, pathname } = new URL(url);
      throw new OutOfReach(`the sign-in service does not answer at ${origin}${pathname}`, { cause: error });
    }
  };

/** Providers that name no method, or several, take the one that the protocol makes the default. */
function clientAuthOf(
  { ClientSecretBasic, ClientSecretPost, None }: typeof import('openid-client'),
  { clientSecret }: SsoSettings,
): ClientAuth {
  if (clientSecret === undefined) return None();
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

async function discover(settings: SsoSettings, waitMs: number): Promise<Configuration> {
  // Only a service with single sign-on loads the library.
  const library = await import('openid-client');
  const { issuer, clientId } = settings;
  const server = new URL(issuer);
  const configuration = await library.discovery(server, clientId, undefined, clientAuthOf(library, settings), {
    [library.customFetch]: callWithin(waitMs),
    // The environment allows http for this machine alone.
    ...(server.protocol === 'http:' ? { execute: [library.allowInsecureRequests] } : {}),
  });
  // Checks the signature of the id token as well, although it comes straight from the provider.
  library.enableNonRepudiationChecks(configuration);
  return configuration;
}

/**
 * Opens single sign-on. The provider is asked about itself when somebody first signs in, so that
 * the service starts without it, and again every hour. A failure is not remembered. `waitMs` is how
 * long the provider has for each answer.
 */
export function openSso(settings: SsoSettings, waitMs = answerMs): SingleSignOn {
  let found: { configuration: Promise<Configuration>; at: number } | undefined;
  const configuration = async (): Promise<Configuration> => {
    if (found === undefined || performance.now() - found.at > lifetimeMs)
      found = { configuration: discover(settings, waitMs), at: performance.now() };
    try {
      return await found.configuration;
    } catch (error) {
      found = undefined;
      throw new DomainError('provider_out_of_reach', { cause: error });
    }
  };
  const { issuer, name } = settings;
  return { issuer, name, configuration };
}
