import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { request } from '@playwright/test';

import { expect, inUsedTab as test } from '../harness/dashboard.ts';
import { makeMember, type Member, signInAs } from '../harness/member.ts';
import { world } from '../service/world.ts';

test('R§10.26 a foreign origin is refused, also another port of the same host', async () => {
  const { dashboard, console } = world();
  const member = await makeMember();
  const browser = await request.newContext({ baseURL: dashboard, storageState: member.session });
  const another = new URL(dashboard);
  another.port = new URL(console).port;
  for (const origin of ['https://evil.example', another.origin, 'null', undefined]) {
    const headers = origin === undefined ? {} : { origin };
    for (const path of ['/api/entry/password', '/api/entry/join', '/api/entry/sign-out', '/api/trpc/me.signOut']) {
      const answer = await browser.post(path, { data: {}, headers });
      expect([path, origin, answer.status(), await answer.text()]).toEqual([
        path,
        origin,
        403,
        expect.stringContaining('foreign origin'),
      ]);
    }
  }
  for (const site of ['same-site', 'cross-site', 'none'])
    for (const path of ['/api/trpc/me.get', '/api/entry/sso']) {
      const answer = await browser.get(path, { headers: { 'sec-fetch-site': site }, maxRedirects: 0 });
      expect([path, site, answer.status()]).toEqual([path, site, 403]);
    }
  // Nothing of that has ended the session.
  expect((await browser.get('/api/trpc/me.get')).status()).toBe(200);
  await browser.dispose();
});

test('a page of another port of this host changes nothing in the name of the person', async ({
  page,
  context,
  faults,
}) => {
  faults.allow(/./);
  const { dashboard } = world();
  const member = await makeMember();
  await signInAs(context, member);
  const server = createServer((_req, res) => void res.setHeader('content-type', 'text/html').end('<h1>Evil</h1>'));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on TCP
  await page.goto(`http://localhost:${port}/`);
  await page.evaluate(async (to) => {
    const post = { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' } as const;
    // The requests are sent, and the browser keeps their answers from this page.
    for (const path of ['/api/entry/sign-out', '/api/trpc/me.signOut']) await fetch(to + path, post).catch(() => {});
  }, dashboard);
  await page.goto(`${dashboard}/me`);
  await expect(page.getByRole('heading', { level: 1, name: 'Me' })).toBeVisible();
  server.close();
});

test('R§10.26 the forwarder lets people’s procedures through and nothing else; no body has a token', async () => {
  const { dashboard } = world();
  const member = await makeMember();
  const cookie = `goal_session=${member.session.cookies[0]?.value}`;
  const browser = await request.newContext({ baseURL: dashboard, extraHTTPHeaders: { origin: dashboard } });
  for (const name of ['entry.ways', 'admin.whoami', 'account.me', 'me.get,entry.ways', 'constructor'])
    expect([name, (await browser.get(`/api/trpc/${name}`)).status()]).toEqual([name, 404]);
  // A name that would lead out of `/trpc/`, or has more than a name in it, is no procedure.
  for (const name of [
    'me.%2F..%2F..%2Freadyz',
    'me.%5C..%5C..%5Creadyz',
    'me.%2F..%2Fme.get',
    'me.get%3Fx',
    'me.get%23x',
  ])
    expect([name, (await browser.get(`/api/trpc/${name}`, { headers: { cookie } })).status()]).toEqual([name, 404]);
  expect((await browser.post('/api/entry/ways')).status()).toBe(404);
  expect((await browser.get('/api/entry/password')).status()).toBe(405);
  const answer = await browser.post('/api/entry/password', {
    data: { email: member.email, password: member.password },
  });
  expect(Object.keys(await answer.json())).toEqual(['expires_at']);
  const { cookies } = await browser.storageState();
  const token = cookies.find(({ name }) => name === 'goal_session')?.value ?? '';
  expect(token).toMatch(/^goal_sess_/);
  // The cookie's value is a valid bearer at /trpc, and no proof of the dashboard's server.
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${world().api}/trpc/me.get`, { headers })).status).toBe(200);
  expect((await fetch(`${world().api}/trpc/entry.ways`, { headers })).status).toBe(404);
  // A sign-out ends the session in the database, not only in the browser.
  expect((await browser.post('/api/entry/sign-out')).status()).toBe(204);
  expect((await fetch(`${world().api}/trpc/me.get`, { headers })).status).toBe(401);
  await browser.dispose();
});

test('R§10.26 R§10.30 a sign-out names the person of its page: the session of another one stays', async () => {
  const { dashboard } = world();
  const [first, second] = [await makeMember(), await makeMember()];
  const browser = await request.newContext({
    baseURL: dashboard,
    storageState: second.session,
    extraHTTPHeaders: { origin: dashboard },
  });
  const idOf = async ({ session }: Member): Promise<string> => {
    const authorization = `Bearer ${session.cookies[0]?.value}`;
    const answer = await fetch(`${world().api}/trpc/me.get`, { headers: { authorization } });
    // The form of an answer over native tRPC.
    return ((await answer.json()) as { result: { data: { id: string } } }).result.data.id;
  };
  const signOut = (person: string) => browser.post('/api/entry/sign-out', { headers: { 'x-goal-person': person } });
  for (const person of [await idOf(first), 'nonsense']) {
    const answer = await signOut(person);
    expect([answer.status(), await answer.text()]).toEqual([409, '{"error":"another person is signed in now"}']);
    expect(answer.headers()['set-cookie']).toBeUndefined();
  }
  expect((await browser.get('/api/trpc/me.get')).status()).toBe(200);
  expect((await signOut(await idOf(second))).status()).toBe(204);
  expect((await browser.storageState()).cookies).toEqual([]);
  await browser.dispose();
});

test('R§10.4 a sign-in in a browser that has a session gives it another one, and ends the first', async () => {
  const { dashboard, api } = world();
  const member = await makeMember();
  const before = member.session.cookies[0]?.value ?? '';
  const browser = await request.newContext({
    baseURL: dashboard,
    storageState: member.session,
    extraHTTPHeaders: { origin: dashboard },
  });
  const answer = await browser.post('/api/entry/password', {
    data: { email: member.email, password: member.password },
  });
  expect(answer.status()).toBe(200);
  const { cookies } = await browser.storageState();
  expect(cookies[0]?.value).not.toBe(before);
  const status = async () =>
    (await fetch(`${api}/trpc/me.get`, { headers: { authorization: `Bearer ${before}` } })).status;
  await expect.poll(status).toBe(401);
  await browser.dispose();
});

test('R§10.1 a request for 127.0.0.1 is sent to the printed address', async () => {
  const { dashboard } = world();
  const { port } = new URL(dashboard);
  const answer = await fetch(`http://127.0.0.1:${port}/sign-in?next=%2Fme`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([308, `${dashboard}/sign-in?next=%2Fme`]);
});

test('pages come with a policy that allows our own scripts alone, and passkeys for this origin', async () => {
  const answer = await fetch(`${world().dashboard}/sign-in`);
  expect(answer.headers.get('permissions-policy')).toBe(
    'publickey-credentials-get=(self), publickey-credentials-create=(self)',
  );
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic'/);
  for (const part of ["form-action 'self'", "frame-ancestors 'none'", "connect-src 'self'", "img-src 'self' data:"])
    expect(policy).toContain(part);
});
