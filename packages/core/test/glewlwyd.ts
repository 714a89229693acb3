import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { freePort } from '@goal/db/testing';

import { client, redirectUri, runProvider, type DebianProvider } from './debian-provider.ts';
import { CookieJar } from './sso-provider.ts';

/** A database as the package makes one, with its administrator. */
const schema = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3';
const administrator = { username: 'admin', password: 'password' };

export type Glewlwyd = DebianProvider & {
  /** Makes somebody known. Their password is `passwordOf` their login. */
  know: (login: string, email: string) => Promise<void>;
  /** Gives the client another secret. */
  setSecret: (secret: string) => Promise<void>;
};
const passwordOf = (login: string): string => `the password of ${login}`;

/** Starts Debian's glewlwyd with its OpenID plugin, and makes the service a client of it. */
export async function startGlewlwyd(): Promise<Glewlwyd> {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const provider = await runProvider('/usr/bin/glewlwyd', {
    origin,
    issuer: `${origin}/api/oidc`,
    prepare(folder) {
      const database = path.join(folder, 'glewlwyd.db');
      const { status, stderr } = spawnSync('sqlite3', [database], { input: readFileSync(schema), encoding: 'utf8' });
      if (status !== 0) throw new Error(`sqlite3: ${stderr}`);
      writeFileSync(path.join(folder, 'glewlwyd.conf'), settings(origin, database));
      return [`--config-file=${path.join(folder, 'glewlwyd.conf')}`];
    },
  });
  const jar = new CookieJar();
  const manage = async (method: string, at: string, body: object): Promise<void> => {
    const answer = await jar.ask(`${origin}/api${at}`, json(method, body));
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`);
  };
  await manage('POST', '/auth/', administrator);
  const scope = { description: 'of the tests', password_required: true, password_max_age: 0, scheme: {} };
  await manage('POST', '/scope', { name: 'email', display_name: 'E-mail', ...scope });
  await manage('PUT', '/scope/openid', { name: 'openid', display_name: 'OpenID', ...scope });
  const service = (secret: string): object => ({
    client_id: client.id,
    client_secret: secret,
    password: secret,
    name: 'Goal',
    confidential: true,
    enabled: true,
    redirect_uri: [redirectUri],
    authorization_type: ['code'],
    token_endpoint_auth_method: ['client_secret_basic', 'client_secret_post'],
    scope: [],
  });
  await manage('POST', '/client', service(client.secret));
  await manage('POST', '/mod/plugin', plugin(provider.settings.issuer));
  return {
    ...provider,
    setSecret: (secret) => manage('PUT', `/client/${client.id}`, service(secret)),
    know: (login, email) =>
      manage('POST', '/user', {
        username: login,
        name: login,
        email,
        password: passwordOf(login),
        enabled: true,
        scope: ['openid', 'email'],
      }),
  };
}

const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

const settings = (origin: string, database: string): string => `
port=${new URL(origin).port}
bind_address="127.0.0.1"
external_url="${origin}"
login_url="login.html"
api_prefix="api"
log_mode="console"
log_level="ERROR"
session_key="GLEWLWYD2_SESSION_ID"
session_expiration=2419200
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="/usr/lib/glewlwyd/user"
client_module_path="/usr/lib/glewlwyd/client"
user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"
plugin_module_path="/usr/lib/glewlwyd/plugin"
hash_algorithm="SHA512"
database = { type = "sqlite3" path = "${database}" };
`;

/** The plugin as its page makes one, with an e-mail in tokens and with PKCE. */
function plugin(iss: string): object {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    enabled: true,
    parameters: {
      iss,
      'jwt-type': 'rsa',
      'jwt-key-size': '256',
      key: keys.privateKey,
      cert: keys.publicKey,
      'access-token-duration': 3600,
      'refresh-token-duration': 1_209_600,
      'code-duration': 600,
      'refresh-token-rolling': true,
      'allow-non-oidc': true,
      'auth-type-code-enabled': true,
      'auth-type-token-enabled': true,
      'auth-type-id-token-enabled': true,
      'auth-type-none-enabled': true,
      'auth-type-password-enabled': false,
      'auth-type-client-enabled': true,
      'auth-type-refresh-enabled': true,
      scope: [],
      'additional-parameters': [],
      claims: [],
      'jwks-show': true,
      'request-parameter-allow': true,
      'subject-type': 'public',
      'pkce-allowed': true,
      'pkce-method-plain-allowed': false,
      'email-claim': 'mandatory',
      'name-claim': 'on-demand',
      'address-claim': { type: 'no' },
    },
  };
}

/** A browser at glewlwyd: it does what the script of its page does. */
export class GlewlwydBrowser {
  readonly #jar = new CookieJar();
  signIns = 0;

  /** Signs in where that is asked, agrees, and returns the query that it came back with. */
  async visit(url: string, login: string): Promise<string> {
    let next = url;
    for (let step = 0; step < 20; step += 1) {
      const { headers } = await this.#jar.ask(next);
      const at = new URL(headers.get('location') ?? '', next);
      if (at.href.startsWith(redirectUri)) return at.search.slice(1);
      next = at.pathname.endsWith('/login.html') ? await this.#signIn(at, login) : at.href;
    }
    throw new Error(`glewlwyd never came back from ${url}`);
  }

  async #signIn(page: URL, login: string): Promise<string> {
    this.signIns += 1;
    const asked = page.searchParams;
    await this.#jar.ask(`${page.origin}/api/auth/`, json('POST', { username: login, password: passwordOf(login) }));
    const scope = asked.get('scope') ?? '';
    await this.#jar.ask(`${page.origin}/api/auth/grant/${client.id}`, json('PUT', { scope }));
    return `${asked.get('callback_url')}&g_continue`;
  }
}
