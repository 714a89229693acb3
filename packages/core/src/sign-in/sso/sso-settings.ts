import { parseDomain } from '@goal/contract';

/** The provider as the environment names it. Without a secret the client is a public one. */
export type SsoSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  name: string;
  /** Domains whose e-mails count as confirmed where the provider says nothing of it. */
  emailDomains?: readonly string[];
};

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * An address of another service: https, or http on the loopback interface; no query or fragment.
 */
export function isServiceAddress(value: string): boolean {
  if (!URL.canParse(value) || /[?#@\s]/.test(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && loopback.includes(hostname));
}

const domainsAtMost = 50;

/** Domains of e-mails, separated by commas; undefined where one is none (rulings §5.1, §10.14). */
function parseEmailDomains(text: string): string[] | undefined {
  const domains = text === '' ? [] : text.split(',').map(parseDomain);
  const known = domains.filter((domain) => domain !== undefined);
  return known.length === domains.length && known.length <= domainsAtMost ? known : undefined;
}

/**
 * What Entra calls a sign-in for people of every tenant, and the tenant of all personal accounts.
 */
const manyTenants = new Set(['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad']);

const namesOneTenant = (issuer: string): boolean =>
  !manyTenants.has((new URL(issuer).pathname.split(/\/+/)[1] ?? '').toLowerCase());

/**
 * Reads the variables `OIDC_…` (rulings §10.14): the provider, undefined where none is set up, and
 * a sentence for each fault, which repeats no value. An empty variable counts as not set.
 */
export function readSsoSettings(env: Readonly<NodeJS.ProcessEnv>): { sso: SsoSettings | undefined; faults: string[] } {
  const read = (name: string): string => env[name] ?? '';
  const [issuer, name] = [read('OIDC_ISSUER'), read('OIDC_NAME')];
  const [clientId, secret] = [read('OIDC_CLIENT_ID'), read('OIDC_CLIENT_SECRET')];
  const emailDomains = parseEmailDomains(read('OIDC_EMAIL_DOMAINS'));
  const isAddress = isServiceAddress(issuer);
  const faults: [isSo: boolean, sentence: string][] = [
    [
      issuer !== '' && !isAddress,
      'OIDC_ISSUER must be the https address of the provider of single sign-on (http on this machine alone), as https://login.example.com',
    ],
    [isAddress && clientId === '', 'OIDC_ISSUER needs OIDC_CLIENT_ID'],
    [
      emailDomains === undefined,
      `OIDC_EMAIL_DOMAINS must be at most ${domainsAtMost} domains of e-mails, separated by commas, as example.com,example.org`,
    ],
    [emailDomains !== undefined && emailDomains.length > 0 && issuer === '', 'OIDC_EMAIL_DOMAINS needs OIDC_ISSUER'],
    // There anybody can give themselves an e-mail of any domain.
    [
      emailDomains !== undefined && emailDomains.length > 0 && isAddress && !namesOneTenant(issuer),
      'OIDC_EMAIL_DOMAINS needs an OIDC_ISSUER that names one tenant: at common, organizations and consumers people of every tenant sign in, with any e-mail',
    ],
  ];
  const isSetUp = isAddress && clientId !== '';
  return {
    sso: isSetUp
      ? {
          issuer,
          clientId,
          clientSecret: secret === '' ? undefined : secret,
          name: name === '' ? 'single sign-on' : name,
          emailDomains: emailDomains ?? [],
        }
      : undefined,
    faults: faults.flatMap(([isSo, sentence]) => (isSo ? [sentence] : [])),
  };
}
