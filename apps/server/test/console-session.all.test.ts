import { revokeAdminToken } from '@goal/core';
import { openPatientDatabase } from '@goal/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { openConsole, type Console } from './processes/console.ts';
import { processesOnDatabase, until, type ServerProcess } from './processes.ts';

const { processes, databaseUrl, admin } = await processesOnDatabase();
let server: ServerProcess;
let console: Console;
let token: string;
let cookie: string;
beforeAll(async () => {
  server = await processes.start({ databaseUrl, env: { CONSOLE_PORT: '0' } });
  console = await openConsole(server);
  ({ token } = await admin(server, 'jo'));
  cookie = await console.signIn(token);
});

const signInWith = (text: string) =>
  console.fetch('/api/sign-in', { method: 'POST', body: JSON.stringify({ token: text }) });

describe('signing in', () => {
  it('R§8.b18 sets a cookie that scripts cannot read, for this site only and 12 hours, and that is not the token', async () => {
    const answer = await signInWith(token);
    expect(answer.status).toBe(204);
    const [value, ...flags] = (answer.headers.get('set-cookie') ?? '').split('; ');
    expect(value).toMatch(/^goal_console=goal_opse_[a-z0-9]{8}_[A-Za-z0-9]{32}$/);
    expect(value).not.toContain(token.split('_').at(-1));
    expect(flags.filter((flag) => !flag.startsWith('Expires='))).toEqual([
      'Path=/',
      'Max-Age=43200',
      'HttpOnly',
      'SameSite=strict',
    ]);
  });

  it.each([
    ['nothing', '', 400, 'Enter an admin token.'],
    ['half a token', 'goal_admin_k3v9x2ab_', 400, 'This is not a whole admin token'],
    ['an unknown token', `goal_admin_k3v9x2ab_${'x'.repeat(40)}`, 401, 'This token is not valid or was revoked.'],
  ])('%s is refused with a sentence and no cookie', async (_what, text, status, sentence) => {
    const answer = await signInWith(text);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error: expect.stringContaining(sentence) as string });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('shows who is signed in, and no secret', async () => {
    const text = await (await console.fetch('/api/session', { cookie })).text();
    expect(JSON.parse(text)).toEqual({
      signedIn: true,
      name: 'jo',
      prefix: token.split('_')[2],
      scope: 'admin:write',
    });
  });

  it.each([
    'nonsense',
    'goal_opse_k3v9x2ab',
    `goal_opse_k3v9x2ab_${'x'.repeat(40)}`,
    `goal_admin_k3v9x2ab_${'x'.repeat(40)}`,
    '%E0%A4%A',
    '',
  ])('a foreign cookie counts as no cookie: %s', async (value) => {
    const foreign = `goal_console=${value}`;
    expect(await console.session(foreign)).toEqual({ signedIn: false });
    expect((await console.fetch('/login', { cookie: foreign })).status).toBe(200);
    expect((await console.fetch('/accounts', { cookie: foreign })).headers.get('location')).toBe('/login');
    expect((await console.fetch('/api/trpc/admin.whoami', { cookie: foreign })).status).toBe(401);
    expect((await console.fetch('/api/sign-out', { method: 'POST', cookie: foreign })).status).toBe(204);
  });

  it.each(['constructor', '__proto__', 'toString', 'none', 'revoked&reason=expired'])(
    'an unknown reason is not shown: %s',
    async (reason) => {
      const answer = await console.fetch(`/login?reason=${reason}`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toContain('role="status"');
    },
  );

  it('the sign-in returns to the page that was requested without a session', async () => {
    const answer = await console.fetch('/accounts/0190?tab=sites');
    expect(answer.status).toBe(307);
    expect(answer.headers.get('location')).toBe('/login?next=%2Faccounts%2F0190%3Ftab%3Dsites');
    expect((await console.fetch('/accounts', { cookie })).status).toBe(200);
    const signedIn = await console.fetch('/login?next=/actions', { cookie });
    expect(signedIn.headers.get('location')).toBe('/actions');
  });

  it('signing out removes the cookie and ends every copy of it, but no other session of the token', async () => {
    const [ended, other] = [await console.signIn(token), await console.signIn(token)];
    const answer = await console.fetch('/api/sign-out', { method: 'POST', cookie: ended });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toMatch(/^goal_console=;.*Max-Age=0/);
    expect(await console.session(ended)).toEqual({ signedIn: false });
    expect((await console.fetch('/accounts', { cookie: ended })).headers.get('location')).toBe('/login');
    expect((await console.fetch('/login', { cookie: ended })).status).toBe(200);
    expect((await console.fetch('/api/trpc/admin.whoami', { cookie: ended })).status).toBe(401);
    expect(await console.session(other)).toMatchObject({ signedIn: true });
  });
});

describe('what a page may do', () => {
  it('only its own scripts run, no other host is contacted, and no site can frame it', async () => {
    const first = await console.fetch('/login');
    const policy = policyOf(first);
    expect(policy['script-src']).toMatch(/^'nonce-[\w+/=]{20,}' 'strict-dynamic'$/);
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'connect-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
    expect(first.headers.get('content-security-policy')?.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(
      /unsafe/,
    );
    expect(policyOf(await console.fetch('/login'))['script-src']).not.toBe(policy['script-src']);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(first.headers.get('x-powered-by')).toBeNull();
    const html = await first.text();
    for (const [tag] of html.matchAll(/<script[^>]*>/g)) expect(tag).toContain('nonce=');
    expect(html).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
  });

  it('there are no source maps', async () => {
    const html = await (await console.fetch('/login')).text();
    const [file] = /\/_next\/static\/chunks\/[\w.-]+\.js/.exec(html) ?? [];
    expect((await (await console.fetch(file ?? '/none')).text()).includes('sourceMappingURL')).toBe(false);
    expect((await console.fetch(`${file}.map`, { cookie })).status).toBe(404);
  });
});

describe('forwarding', () => {
  it('returns the API’s answer with the request id, and forbids storing it', async () => {
    const answer = await console.fetch('/api/trpc/admin.whoami,admin.accounts.list?batch=1&input={}', { cookie });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject([{ result: { data: { name: 'jo' } } }, { result: { data: {} } }]);
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const refused = await console.fetch('/api/trpc/admin.accounts.list?input={"limit":0}', { cookie });
    expect(await refused.json()).toMatchObject({ error: { message: 'invalid limit', data: { httpStatus: 400 } } });
  });

  it.each([
    ['another site', { origin: 'https://evil.test' }],
    ['a page without an origin', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['a page that the browser calls foreign', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour under the same domain', { 'sec-fetch-site': 'same-site' }],
  ])('%s may not write, sign in or sign out', async (_who, headers) => {
    for (const path of ['/api/trpc/admin.accounts.create', '/api/sign-in', '/api/sign-out']) {
      const answer = await console.fetch(path, { method: 'POST', cookie, headers, body: '{"email":"x@example.com"}' });
      expect(answer.status, path).toBe(403);
      expect(await answer.text()).toContain('foreign origin');
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });

  it.each(['cross-site', 'same-site', 'Same-Origin, cross-site', ''])(
    'another site may not even read: %s',
    async (site) => {
      const headers = { 'sec-fetch-site': site };
      const answer = await console.fetch('/api/trpc/admin.whoami', { cookie, headers });
      expect(answer.status).toBe(403);
      expect(await (await console.fetch('/api/session', { cookie, headers })).json()).toEqual({ signedIn: false });
    },
  );

  it('R§8.b13 a foreign page begins no download, whatever its browser says of it; an own page and a person do', async () => {
    const asked = (headers: Record<string, string>) => console.fetch('/accounts.csv?q=none', { cookie, headers });
    for (const headers of [
      { 'sec-fetch-site': 'same-site' },
      // Over plain HTTP browsers do not say it.
      { origin: 'http://127.0.0.1:1' },
      { origin: 'null' },
      { referer: 'http://127.0.0.1:1/page' },
    ]) {
      const answer = await asked(headers);
      expect([headers, answer.status, await answer.text()]).toEqual([headers, 403, '{"error":"foreign origin"}']);
    }
    const { origin } = console;
    for (const headers of [
      {},
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'same-origin' },
      { referer: `${origin}/accounts` },
    ]) {
      const answer = await asked(headers);
      expect([headers, answer.status]).toEqual([headers, 200]);
      expect(await answer.text()).toMatch(/^id,email,/);
    }
  });

  it('large answers are compressed', async () => {
    const make = await admin(server, 'zipped');
    for (let n = 0; n < 4; n += 1) await make.makeAccount();
    const calls = Array.from({ length: 20 }, (_, n) => n);
    const many = calls.map(() => 'admin.accounts.list').join(',');
    const input = encodeURIComponent(JSON.stringify(Object.fromEntries(calls.map((n) => [n, {}]))));
    const long = await console.fetch(`/api/trpc/${many}?batch=1&input=${input}`, { cookie });
    expect(long.headers.get('content-encoding')).toBe('gzip');
    expect(await long.json()).toHaveLength(20);
    const short = await console.fetch('/api/trpc/admin.whoami', { cookie });
    expect(short.headers.get('content-encoding')).toBeNull();
    const plain = { 'accept-encoding': 'identity' };
    const asked = await console.fetch(`/api/trpc/${many}?batch=1&input=${input}`, { cookie, headers: plain });
    expect(asked.headers.get('content-encoding')).toBeNull();
    expect(await asked.json()).toHaveLength(20);
  });

  it('HEAD answers like GET, without a body', async () => {
    for (const site of ['same-origin', 'none']) {
      const headers = { 'sec-fetch-site': site };
      const answer = await console.fetch('/api/trpc/admin.whoami', { method: 'HEAD', cookie, headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
      expect(await answer.text()).toBe('');
    }
    expect((await console.fetch('/api/trpc/admin.whoami', { method: 'HEAD' })).status).toBe(401);
  });

  it.each([
    'account.me',
    'admin.whoami,account.me',
    'read.events.list',
    'admin.whoami%2Faccount.me',
    '..%2F..%2Freadyz',
    'admin.%2e%2e',
    'admin.whoami%3Fx',
  ])('only operator procedures are forwarded, not %s', async (path) => {
    const answer = await console.fetch(`/api/trpc/${path}?batch=1&input={}`, { cookie });
    expect(answer.status).toBe(404);
    // The console refuses it without asking the API.
    expect(answer.headers.get('x-request-id')).toBeNull();
  });

  it('a body over 1 MiB is refused, with or without a declared length', async () => {
    const body = `{"email":"${'x'.repeat(1024 * 1024)}"}`;
    const told = await console.fetch('/api/trpc/admin.accounts.create', { method: 'POST', cookie, body });
    expect(told.status).toBe(413);
    expect(await told.json()).toMatchObject({ error: { message: 'body too large' } });
    expect(told.headers.get('x-request-id')).toBeNull();
    const untold = await fetch(`${console.origin}/api/trpc/admin.accounts.create`, {
      method: 'POST',
      headers: { origin: console.origin, cookie, 'content-type': 'application/json' },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit); // Node requires `duplex` for a stream; the type lacks it
    expect(untold.status).toBe(413);
  });

  it('nothing is forwarded without a session', async () => {
    const answer = await console.fetch('/api/trpc/admin.whoami');
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { data: { httpStatus: 401, reason: 'expired' } } });
  });

  it('a revoked token ends the session at the next request, with the reason', async () => {
    const other = await admin(server, 'gone');
    const session = await console.signIn(other.token);
    expect((await console.fetch('/api/trpc/admin.whoami', { cookie: session })).status).toBe(200);
    const db = openPatientDatabase({ url: databaseUrl, name: 'goal-test', sizes: { work: 1 } });
    await revokeAdminToken({ db }, { kind: 'cli', name: 'test' }, other.token.split('_')[2] ?? '');
    await db.close();
    await until(async () => (await console.fetch('/api/trpc/admin.whoami', { cookie: session })).status === 401);
    const answer = await console.fetch('/api/trpc/admin.whoami', { cookie: session });
    expect(await answer.json()).toMatchObject({ error: { data: { httpStatus: 401, reason: 'revoked' } } });
    expect(answer.headers.get('set-cookie')).toMatch(/^goal_console=;.*Max-Age=0/);
  });

  it('the service prints neither token nor cookie', () => {
    expect(processes.leaks()).toEqual([]);
    expect(server.printed()).not.toContain(cookie.slice(20, 60));
  });
});

function policyOf(answer: Response): Record<string, string> {
  const policy = answer.headers.get('content-security-policy') ?? '';
  return Object.fromEntries(
    policy.split('; ').map((one): [string, string] => [one.split(' ')[0] ?? '', one.split(' ').slice(1).join(' ')]),
  );
}
