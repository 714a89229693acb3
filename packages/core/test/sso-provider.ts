import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { waitLimitMs } from '@goal/db/testing';
import { onTestFinished } from 'vitest';

import { openSso, type SingleSignOn } from '../src/sign-in/sso/single-sign-on.ts';
import type { SsoSettings } from '../src/sign-in/sso/sso-settings.ts';
import { openIdClient, type OpenIdProviderOptions, startOpenIdProvider } from './openid-provider.ts';

const redirectUri = 'http://localhost:3001/api/entry/sso/return';

/** How a provider departs from the usual one. */
export type ProviderOptions = Omit<OpenIdProviderOptions, 'redirectUri'> & {
  /** The secret that our side has. */
  clientSecret?: string;
  emailDomains?: readonly string[];
};

/** A real OpenID provider on the loopback interface, and single sign-on that is set up for it. */
export async function startProvider({ clientSecret, emailDomains = [], ...options }: ProviderOptions = {}) {
  const provider = await startOpenIdProvider({ ...options, redirectUri: () => redirectUri });
  const settings: SsoSettings = {
    issuer: provider.issuer,
    clientId: openIdClient.client_id,
    clientSecret: clientSecret ?? options.registeredSecret ?? openIdClient.client_secret,
    name: 'Keycloak',
    emailDomains,
  };
  // The provider shares the processor with the tests.
  const sso: SingleSignOn = openSso(settings, waitLimitMs);
  return { ...provider, sso, settings };
}
export type SsoProvider = Awaited<ReturnType<typeof startProvider>>;

/**
 * A provider that begins to answer each request whose path matches, and never ends. Returns what is
 * set up with it; it waits for a moment only.
 */
export async function startSilentProvider(silent: RegExp): Promise<SingleSignOn> {
  const server = createServer((req, res) => {
    const issuer = `http://${req.headers.host}`;
    res.setHeader('Content-Type', 'application/json');
    if (silent.test(req.url ?? '')) res.write('{');
    else
      res.end(
        JSON.stringify({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
        }),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // a server that listens on TCP
  const settings = { issuer: `http://127.0.0.1:${port}`, clientId: 'goal', clientSecret: undefined, name: 'it' };
  return openSso(settings, 200);
}

/** Asks as a browser does that keeps cookies, and follows no redirect by itself. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  async ask(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }
}

/** A browser at the provider: it follows redirects until one leads back to us. */
export class Browser {
  readonly #jar = new CookieJar();

  /** Signs in as `login` and agrees to what is asked. Returns the query that it came back with. */
  async visit(url: string, login: string): Promise<string> {
    let response = await this.#jar.ask(url);
    for (;;) {
      const to = response.headers.get('location');
      const at = new URL(to ?? response.url, response.url);
      if (at.href.startsWith(redirectUri)) return at.search.slice(1);
      if (to !== null) response = await this.#jar.ask(at.href);
      else response = await this.#submit(at.href, await response.text(), login);
    }
  }

  /** Goes back from the login page without signing in. */
  async abort(url: string): Promise<string> {
    const page = await this.#jar.ask(url);
    const at = new URL(page.headers.get('location') ?? '', url);
    const aborted = await this.#jar.ask(`${at.href}/abort`);
    const back = await this.#jar.ask(new URL(aborted.headers.get('location') ?? '', url).href);
    return new URL(back.headers.get('location') ?? '', url).search.slice(1);
  }

  #submit(url: string, page: string, login: string): Promise<Response> {
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (prompt === undefined || action === undefined) throw new Error(`no form at ${url}: ${page}`);
    const body = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login, password: 'any' } : {}) });
    return this.#jar.ask(new URL(action, url).href, { method: 'POST', body });
  }
}
