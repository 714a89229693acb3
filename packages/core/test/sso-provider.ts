import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { onTestFinished } from 'vitest';

import { openSso, type SingleSignOn } from '../src/person/single-sign-on.ts';
import { openIdClient, type OpenIdProviderOptions, startOpenIdProvider } from './openid-provider.ts';

const redirectUri = 'http://localhost:3001/api/entry/sso/return';

/** How a provider departs from the usual one. */
export type ProviderOptions = Omit<OpenIdProviderOptions, 'redirectUri'> & {
  /** The secret that our side has. */
  clientSecret?: string;
};

/** A real OpenID provider on the loopback interface, and single sign-on that is set up for it. */
export async function startProvider({ clientSecret = openIdClient.client_secret, ...options }: ProviderOptions = {}) {
  const provider = await startOpenIdProvider({ ...options, redirectUri: () => redirectUri });
  const { issuer } = provider;
  const sso: SingleSignOn = openSso({ issuer, clientId: openIdClient.client_id, clientSecret, name: 'Keycloak' });
  return { ...provider, sso };
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

/**
 * A browser at the provider: it keeps cookies, and follows redirects until one leads back to us.
 */
export class Browser {
  readonly #cookies = new Map<string, string>();

  /** Signs in as `login` and agrees to what is asked. Returns the query that it came back with. */
  async visit(url: string, login: string): Promise<string> {
    let response = await this.#ask(url);
    for (;;) {
      const to = response.headers.get('location');
      const at = new URL(to ?? response.url, response.url);
      if (at.href.startsWith(redirectUri)) return at.search.slice(1);
      if (to !== null) response = await this.#ask(at.href);
      else response = await this.#submit(at.href, await response.text(), login);
    }
  }

  /** Goes back from the login page without signing in. */
  async abort(url: string): Promise<string> {
    const page = await this.#ask(url);
    const at = new URL(page.headers.get('location') ?? '', url);
    const aborted = await this.#ask(`${at.href}/abort`);
    const back = await this.#ask(new URL(aborted.headers.get('location') ?? '', url).href);
    return new URL(back.headers.get('location') ?? '', url).search.slice(1);
  }

  #submit(url: string, page: string, login: string): Promise<Response> {
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (prompt === undefined || action === undefined) throw new Error(`no form at ${url}: ${page}`);
    const body = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login, password: 'any' } : {}) });
    return this.#ask(new URL(action, url).href, { method: 'POST', body });
  }

  async #ask(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, headers: { cookie }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }
}
