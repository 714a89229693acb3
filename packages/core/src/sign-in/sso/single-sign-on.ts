import { DomainError } from '@goal/contract';
import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client';

import { openClientAuth, type ClientAuthWays } from './client-auth.ts';
import { isSameIssuer } from './issuer.ts';
import { RefusedBecause, reasonOf } from './sso-reason.ts';
import type { SsoSettings } from './sso-settings.ts';

/** A provider of single sign-on (rulings §10.14). */
export type SingleSignOn = {
  issuer: string;
  /** What the sign-in page calls it. */
  name: string;
  /** Domains whose e-mails count as confirmed where the provider says nothing of it. */
  emailDomains: readonly string[];
  /** What the provider says of itself. Throws `provider_out_of_reach`. */
  configuration: () => Promise<Configuration>;
  /** How this service proves itself to the provider. */
  clientAuth: ClientAuthWays;
  /** The request of a confirmation that the provider has answered last (entry/sso-requests.ts). */
  learned: { confirm?: number };
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
/** Milliseconds after which it is asked again where it failed to answer, or has a fault. */
const pauseMs = 3_000;
/** How far, in seconds, the provider's clock may be from ours, for each time that it tells. */
export const clockToleranceSeconds = 90;

/**
 * The provider does not answer. It is a TypeError, because the library passes those on unchanged.
 */
export class OutOfReach extends TypeError {
  override readonly name = 'OutOfReach';
}

/** Reads the whole answer in time, for which the library sets no limit. */
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

type ProviderAnswer = { settings: SsoSettings; clientAuth: ClientAuthWays; waitMs: number };

async function discover(
  { settings, clientAuth, waitMs }: ProviderAnswer,
  issuer = settings.issuer,
): Promise<Configuration> {
  // Only a service with single sign-on loads the library.
  const library = await import('openid-client');
  const server = new URL(issuer);
  const client = { [library.clockTolerance]: clockToleranceSeconds };
  try {
    const configuration = await library.discovery(server, settings.clientId, client, clientAuth.prove, {
      [library.customFetch]: callWithin(waitMs),
      // The environment allows http for this machine alone.
      ...(server.protocol === 'http:' ? { execute: [library.allowInsecureRequests] } : {}),
    });
    // Checks the signature of the id token as well, although it comes straight from the provider.
    library.enableNonRepudiationChecks(configuration);
    judgeAddresses(settings, configuration.serverMetadata());
    return configuration;
  } catch (error) {
    const own = ownIssuerIn(error);
    // The same address, with a slash more or less.
    if (own !== undefined && own !== issuer && isSameIssuer(own, issuer))
      return discover({ settings, clientAuth, waitMs }, own);
    throw error;
  }
}

/** Whether a field of the metadata is an address that this service may ask. */
export function isAddressAt({ issuer }: Pick<SsoSettings, 'issuer'>, value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && new URL(issuer).protocol === 'http:');
}

/** Judges what nobody can sign in without; the library does so only where it needs each of them. */
function judgeAddresses(settings: SsoSettings, server: ServerMetadata): void {
  const needed = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
  const missing = needed.filter((name) => !isAddressAt(settings, server[name]));
  if (missing.length > 0) throw new RefusedBecause(`they have no address as ${missing.join(', ')}`);
}

/** The issuer of metadata that name another one than was asked. */
function ownIssuerIn(error: unknown): string | undefined {
  if (!(error instanceof Error) || typeof error.cause !== 'object' || error.cause === null) return undefined;
  const { attribute, body } = error.cause as { attribute?: unknown; body?: { issuer?: unknown } };
  return attribute === 'issuer' && typeof body?.issuer === 'string' ? body.issuer : undefined;
}

/**
 * Opens single sign-on. The provider is asked about itself when somebody first signs in, so that
 * the service starts without it, and again every hour, or some seconds after a failure. `waitMs` is
 * how long the provider has for each answer.
 */
export function openSso(settings: SsoSettings, waitMs = answerMs): SingleSignOn {
  const { issuer, name, emailDomains = [] } = settings;
  const clientAuth = openClientAuth(settings);
  let found: Promise<Configuration> | undefined;
  let until = 0;
  const configuration = async (): Promise<Configuration> => {
    if (found === undefined || performance.now() > until) {
      until = performance.now() + lifetimeMs;
      found = discover({ settings, clientAuth, waitMs }).catch((error: unknown) => {
        until = performance.now() + pauseMs;
        throw error;
      });
    }
    try {
      return await found;
    } catch (error) {
      const own = ownIssuerIn(error);
      const reason =
        own === undefined ? reasonOf(error) : `its metadata name another issuer; set OIDC_ISSUER to the one they name`;
      throw new DomainError('provider_out_of_reach', {
        cause: new RefusedBecause(`metadata: ${reason}`, { cause: error }),
      });
    }
  };
  return { issuer, name, emailDomains, configuration, clientAuth, learned: {} };
}
