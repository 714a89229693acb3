import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { freePort } from '@goal/db/testing';

import { client, redirectUri, runProvider, type DebianProvider } from './debian-provider.ts';
import { CookieJar } from './sso-provider.ts';

/** Somebody of the demonstration users of LemonLDAP::NG, whose password is their login. */
export const demoUser = { login: 'dwho', email: 'dwho@badwolf.org' };

/**
 * Starts Debian's LemonLDAP::NG with its demonstration users, and the service as a relying party
 * whose ID tokens are signed with `algorithm`; HS512 is what its manager gives to a new one.
 */
export async function startLemonldap(algorithm: 'RS256' | 'HS512'): Promise<DebianProvider> {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const { port } = new URL(origin);
  return runProvider('/usr/bin/plackup', {
    origin,
    issuer: `${origin}/`,
    prepare(folder) {
      const inside = (name: string): string => {
        mkdirSync(path.join(folder, name), { recursive: true });
        return path.join(folder, name);
      };
      writeFileSync(
        path.join(inside('conf'), 'lmConf-1.json'),
        JSON.stringify(configuration(origin, algorithm, inside)),
      );
      writeFileSync(path.join(folder, 'lemonldap-ng.ini'), ini(inside('conf'), inside('cache')));
      writeFileSync(path.join(folder, 'portal.psgi'), 'use Lemonldap::NG::Portal; Lemonldap::NG::Portal->run({});\n');
      return ['--host', '127.0.0.1', '--port', port, '--env', 'deployment', 'portal.psgi'];
    },
  });
}

function configuration(origin: string, algorithm: string, inside: (name: string) => string): object {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const storage = (name: string): object => ({
    Directory: inside(name),
    LockDirectory: inside(name),
    generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
  });
  return {
    cfgNum: 1,
    cfgAuthor: 'tests',
    cfgDate: 1_600_000_000,
    cfgVersion: '2.16.1',
    domain: '127.0.0.1',
    portal: `${origin}/`,
    securedCookie: 0,
    key: 'a key of the tests',
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Demo',
    registerDB: 'Null',
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: storage('sessions'),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: storage('persistent'),
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    issuerDBOpenIDConnectActivation: 1,
    oidcServicePrivateKeySig: keys.privateKey,
    oidcServicePublicKeySig: keys.publicKey,
    oidcServiceKeyIdSig: 'own',
    oidcRPMetaDataExportedVars: { goal: { email: 'mail', name: 'cn' } },
    oidcRPMetaDataOptions: {
      goal: {
        oidcRPMetaDataOptionsClientID: client.id,
        oidcRPMetaDataOptionsClientSecret: client.secret,
        oidcRPMetaDataOptionsRedirectUris: redirectUri,
        oidcRPMetaDataOptionsIDTokenSignAlg: algorithm,
      },
    },
    locationRules: {},
    exportedHeaders: {},
    macros: {},
    groups: {},
  };
}

const ini = (configurations: string, cache: string): string => `[all]
logLevel=error
[configuration]
type=File
dirName=${configurations}
localStorage=Cache::FileCache
localStorageOptions={'namespace'=>'lemonldap-ng-config','default_expires_in'=>600,'directory_umask'=>'007','cache_root'=>'${cache}','cache_depth'=>3}
[portal]
staticPrefix=/static
templateDir=/usr/share/lemonldap-ng/portal/templates
languages=en
[handler]
`;

/** A browser at LemonLDAP::NG. It counts how often somebody signs in. */
export class LemonldapBrowser {
  readonly #jar = new CookieJar();
  signIns = 0;

  /** Signs in where that is asked, agrees, and returns the query that it came back with. */
  async visit(url: string, login: string): Promise<string> {
    let response = await this.#jar.ask(url);
    for (let step = 0; step < 20; step += 1) {
      const to = response.headers.get('location');
      const at = new URL(to ?? response.url, response.url);
      if (at.href.startsWith(redirectUri)) return at.search.slice(1);
      response = to === null ? await this.#submit(at.href, await response.text(), login) : await this.#jar.ask(at.href);
    }
    throw new Error(`LemonLDAP::NG never came back from ${url}`);
  }

  #submit(url: string, page: string, login: string): Promise<Response> {
    const [, action = '', form = ''] = /<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/.exec(page) ?? [];
    const body = new URLSearchParams();
    for (const [field] of form.matchAll(/<(?:input|button)\b[^>]*>/g)) {
      const name = /\bname="([^"]*)"/.exec(field)?.[1];
      const isTick = field.includes('type="checkbox"');
      if (name !== undefined && !isTick) body.set(name, /\bvalue="([^"]*)"/.exec(field)?.[1] ?? '');
    }
    if (body.has('password')) {
      this.signIns += 1;
      body.set('user', login);
      body.set('password', login);
    }
    if (body.size === 0) throw new Error(`no form at ${url}: ${page}`);
    return this.#jar.ask(new URL(action === '#' ? '' : action, url).href, { method: 'POST', body });
  }
}
