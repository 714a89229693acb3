import { DomainError } from '@goal/contract';
import type { Configuration } from 'openid-client';

import { isRefusedClient, reasonOf } from './sso-reason.ts';
import { clockToleranceSeconds, isAddressAt, openSso, type SingleSignOn } from './single-sign-on.ts';
import type { SsoSettings } from './sso-settings.ts';

/** `fault` keeps people out, `note` may, `ok` does not. The sentence holds no secret. */
export type SsoFinding = { about: string; state: 'ok' | 'note' | 'fault'; sentence: string };

/**
 * Algorithms whose signatures of ID tokens are judged; they need a key that the provider publishes.
 */
const judged = /^(RS|PS|ES)(256|384|512)$|^EdDSA$|^Ed25519$/;

/** Metadata of a provider, as far as nobody has judged them. */
type ToldMetadata = Readonly<Record<string, unknown>>;

/**
 * Asks the provider what it says of itself, for its keys, and whether it takes the client, and says
 * what it lacks for signing in and for confirming (rulings §10.14, §10.15). Nobody signs in by it.
 * `redirectUri` is where the provider sends people back.
 */
export async function checkSso(settings: SsoSettings, redirectUri: string, waitMs?: number): Promise<SsoFinding[]> {
  const sso = openSso(settings, waitMs);
  let configuration: Configuration;
  try {
    configuration = await sso.configuration();
  } catch (error) {
    const reason = error instanceof DomainError ? reasonOf(error.cause) : reasonOf(error);
    return [{ about: 'provider', state: 'fault', sentence: reason }];
  }
  const server = configuration.serverMetadata();
  // The same, without the types that the library expects.
  const told: ToldMetadata = { ...server };
  return [
    { about: 'provider', state: 'ok', sentence: `it answers, and calls itself ${server.issuer}` },
    ...judgeTypes(settings, told),
    judgeFlow(told),
    ...judgeAlgorithms(told),
    ...(await askForKeys(configuration)),
    await tryClient(sso, configuration, redirectUri),
    ...judgeEmails(told, sso.emailDomains),
    ...judgeConfirmation(told),
    { about: 'redirect', state: 'ok', sentence: `the provider must let the client redirect to ${redirectUri}` },
  ];
}

const lists = [
  'response_types_supported',
  'code_challenge_methods_supported',
  'id_token_signing_alg_values_supported',
  'token_endpoint_auth_methods_supported',
  'scopes_supported',
  'claims_supported',
  'prompt_values_supported',
];

/** Fields of a wrong type, of those that nobody needs to sign in. */
function judgeTypes(settings: SsoSettings, told: ToldMetadata): SsoFinding[] {
  const isWrong = (name: string, isRight: (value: unknown) => boolean): boolean =>
    told[name] !== undefined && told[name] !== null && !isRight(told[name]);
  const isList = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');
  const flag = 'authorization_response_iss_parameter_supported';
  const sentences = [
    ...lists.filter((name) => isWrong(name, isList)).map((name) => `its ${name} is no list of texts`),
    ...(isWrong('userinfo_endpoint', (value) => isAddressAt(settings, value))
      ? ['its userinfo_endpoint is no address: the ID token must have the e-mail']
      : []),
    ...(isWrong(flag, (value) => typeof value === 'boolean') ? [`its ${flag} is neither true nor false`] : []),
  ];
  return sentences.map((sentence) => ({ about: 'metadata', state: 'note', sentence }));
}

/** A list of the metadata; undefined where the provider does not have it. */
function listOf(told: ToldMetadata, name: string): string[] | undefined {
  const list = told[name];
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : undefined;
}

function judgeFlow(told: ToldMetadata): SsoFinding {
  const types = listOf(told, 'response_types_supported');
  if (types !== undefined && !types.includes('code'))
    return { about: 'flow', state: 'fault', sentence: 'it does not offer the authorization code flow' };
  const knowsPkce = listOf(told, 'code_challenge_methods_supported')?.includes('S256') === true;
  return knowsPkce
    ? { about: 'flow', state: 'ok', sentence: 'authorization code with PKCE' }
    : {
        about: 'flow',
        state: 'note',
        sentence: 'it does not say that it knows PKCE (S256), which is sent all the same',
      };
}

function judgeAlgorithms(told: ToldMetadata): SsoFinding[] {
  const all = listOf(told, 'id_token_signing_alg_values_supported') ?? ['RS256'];
  const ours = all.filter((alg) => judged.test(alg));
  const withSecret = all.filter((alg) => alg.startsWith('HS'));
  if (ours.length === 0)
    return [
      {
        about: 'signature',
        state: 'fault',
        sentence: `${all.length > 0 ? `it signs ID tokens with ${all.join(', ')} alone` : 'its metadata name no algorithm that signs ID tokens'}; RS256 or ES256 is needed`,
      },
    ];
  const note: SsoFinding = {
    about: 'signature',
    state: 'note',
    sentence: `it can sign with ${withSecret.join(', ')} as well, which is refused: see that it signs for this client with ${ours[0]}`,
  };
  return [
    { about: 'signature', state: 'ok', sentence: `it signs ID tokens with ${ours.join(', ')}` },
    ...(withSecret.length > 0 ? [note] : []),
  ];
}

/** Reads the keys, and the provider's clock by the way. */
async function askForKeys(configuration: Configuration): Promise<SsoFinding[]> {
  const library = await import('openid-client');
  const { jwks_uri: address } = configuration.serverMetadata();
  const ask = configuration[library.customFetch];
  if (address === undefined || ask === undefined) return [];
  try {
    const headers = { accept: 'application/json' };
    const answer = await ask(address, { method: 'GET', headers, body: undefined, redirect: 'manual' });
    const { keys } = ((await answer.json()) ?? {}) as { keys?: unknown };
    const count = Array.isArray(keys) ? keys.filter(isPublicKey).length : 0;
    const found: SsoFinding =
      count === 0
        ? {
            about: 'keys',
            state: 'fault',
            sentence: `it publishes no key for signatures (it answered ${answer.status})`,
          }
        : {
            about: 'keys',
            state: 'ok',
            sentence: `it publishes ${count === 1 ? 'a key' : `${count} keys`} for signatures`,
          };
    return [found, ...judgeClock(answer.headers.get('date'))];
  } catch (error) {
    return [{ about: 'keys', state: 'fault', sentence: reasonOf(error) }];
  }
}

function isPublicKey(key: unknown): boolean {
  if (typeof key !== 'object' || key === null) return false;
  const { kty, use } = key as { kty?: unknown; use?: unknown };
  return typeof kty === 'string' && kty !== 'oct' && (use === undefined || use === 'sig');
}

function judgeClock(date: string | null): SsoFinding[] {
  const told = date === null ? NaN : Date.parse(date);
  if (Number.isNaN(told)) return [];
  const seconds = Math.round((told - Date.now()) / 1000);
  const off = `its clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the clock of this machine`;
  if (Math.abs(seconds) > clockToleranceSeconds)
    return [{ about: 'clock', state: 'fault', sentence: `${off}; at most ${clockToleranceSeconds} s are allowed for` }];
  const isNear = Math.abs(seconds) < 2;
  return [{ about: 'clock', state: 'ok', sentence: isNear ? 'its clock and that of this machine agree' : off }];
}

/** Redeems a code that nobody was given: a provider that takes the client refuses the code. */
async function tryClient(sso: SingleSignOn, configuration: Configuration, redirectUri: string): Promise<SsoFinding> {
  const { authorizationCodeGrant, randomPKCECodeVerifier, randomState } = await import('openid-client');
  const state = randomState();
  const server = configuration.serverMetadata();
  const { issuer } = server;
  const url = new URL(redirectUri);
  url.search = String(new URLSearchParams({ code: 'goal-sso-check', state, iss: issuer }));
  const redeem = () =>
    authorizationCodeGrant(configuration, url, { pkceCodeVerifier: randomPKCECodeVerifier(), expectedState: state });
  try {
    await sso.clientAuth.run(server, redeem);
  } catch (error) {
    if (isRefusedClient(error))
      return {
        about: 'client',
        state: 'fault',
        sentence: `it refuses the client (${reasonOf(error)}): are OIDC_CLIENT_ID and OIDC_CLIENT_SECRET right?`,
      };
    const reason = reasonOf(error);
    if (/invalid_grant|invalid_code|invalid_request/.test(reason))
      return { about: 'client', state: 'ok', sentence: 'it takes the id and the secret of the client' };
    return { about: 'client', state: 'note', sentence: `whether it takes the client is not known: ${reason}` };
  }
  return { about: 'client', state: 'fault', sentence: 'it takes a code that it has not given out' };
}

function judgeEmails(told: ToldMetadata, emailDomains: readonly string[]): SsoFinding[] {
  const [scopes, claims] = [listOf(told, 'scopes_supported'), listOf(told, 'claims_supported')];
  const scope: SsoFinding = {
    about: 'e-mail',
    state: 'note',
    sentence: 'its metadata do not name the scope email: see that the client gets it',
  };
  const missing = scopes === undefined || scopes.includes('email') ? [] : [scope];
  if (emailDomains.length > 0)
    return [
      ...missing,
      {
        about: 'e-mail',
        state: 'ok',
        sentence: `where it sends no email_verified, e-mails of ${emailDomains.join(', ')} count as confirmed`,
      },
    ];
  if (claims?.includes('email_verified') === true)
    return [...missing, { about: 'e-mail', state: 'ok', sentence: 'it says that it sends email_verified' }];
  return [
    ...missing,
    {
      about: 'e-mail',
      state: 'note',
      sentence:
        'its metadata do not name email_verified: where it sends none, nobody signs in the first time, unless OIDC_EMAIL_DOMAINS names the domain of their e-mail',
    },
  ];
}

function judgeConfirmation(told: ToldMetadata): SsoFinding[] {
  const prompts = listOf(told, 'prompt_values_supported');
  const isBlind = listOf(told, 'claims_supported')?.includes('auth_time') !== true;
  const notes = [
    ...(prompts !== undefined && !prompts.includes('login')
      ? ['it knows no prompt=login: people who confirm choose an account there, and may not be asked for the password']
      : []),
    ...(isBlind
      ? ['its metadata do not name auth_time: where it sends none, a confirmation counts because it was asked for']
      : []),
  ];
  if (notes.length > 0) return notes.map((sentence) => ({ about: 'confirming', state: 'note', sentence }));
  return [{ about: 'confirming', state: 'ok', sentence: 'it tells when people signed in (auth_time)' }];
}
