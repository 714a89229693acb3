import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { expectRefusal, openRaw } from './http-raw.ts';
import { openConsole, type Console } from './processes/console.ts';
import { processesOnDatabase } from './processes.ts';

const { processes, databaseUrl, admin } = await processesOnDatabase();
let console: Console;
let cookie: string;
beforeAll(async () => {
  const server = await processes.start({ databaseUrl, env: { CONSOLE_PORT: '0' } });
  console = await openConsole(server);
  cookie = await console.signIn((await admin(server, 'jo')).token);
});

/**
 * Sends `request` and then a letter now and then, until the answer came and the connection closed.
 */
async function dribble(start: string): Promise<number> {
  const client = openRaw(console.origin);
  client.write(start);
  const timer = setInterval(() => {
    if (client.socket.writable) client.write('z');
  }, 500);
  try {
    const { status } = await client.answer();
    return status;
  } finally {
    clearInterval(timer);
    client.close();
  }
}

it('the icon is also served under the name that browsers try by default, and is cacheable', async () => {
  for (const path of ['/icon.png', '/favicon.ico']) {
    const answer = await fetch(`${console.origin}${path}`);
    expect([answer.status, answer.headers.get('content-type')], path).toEqual([200, 'image/png']);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  }
});

it('scripts and styles are compressed on request, cacheable for a year, and the only files served', async () => {
  const page = await (await fetch(`${console.origin}/login`)).text();
  const names = new Set(page.match(/\/_next\/static\/[^"\\\s]+?\.(?:js|css)/g));
  expect(names.size).toBeGreaterThan(3);
  for (const name of names) {
    const ask = (headers: Record<string, string>, method = 'GET') =>
      fetch(`${console.origin}${name}`, { method, headers: { 'accept-encoding': 'identity', ...headers } });
    const [plain, packed] = [await ask({}), await ask({ 'accept-encoding': 'br, gzip' })];
    expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')], name).toEqual([
      null,
      'gzip',
    ]);
    for (const { status, headers } of [plain, packed, await ask({ 'accept-encoding': 'gzip' }, 'HEAD')]) {
      expect([status, headers.get('vary'), headers.get('x-content-type-options')], name).toEqual([
        200,
        'Accept-Encoding',
        'nosniff',
      ]);
      expect(headers.get('cache-control'), name).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-type'), name).toMatch(/^text\/(javascript|css); charset=utf-8$/);
    }
    expect(Number(packed.headers.get('content-length')), name).toBeLessThan(
      Number(plain.headers.get('content-length')),
    );
    expect(await packed.text(), name).toBe(await plain.text());
    // By hand, because fetch normalizes the request.
    const again = openRaw(console.origin);
    again.write(`GET ${name} HTTP/1.1\r\nHost: x\r\nIf-None-Match: ${plain.headers.get('etag')}\r\n\r\n`);
    expect((await again.answer()).status, name).toBe(304);
    again.close();
  }
  // An error is not file content: it is neither marked as compressed nor cacheable.
  const [name = ''] = names;
  const raw = async (target: string, header: string) => {
    const client = openRaw(console.origin);
    client.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`);
    const { status, headers } = await client.answer();
    client.close();
    return [status, headers.get('content-encoding') ?? null, headers.get('cache-control')];
  };
  const kept = 'public, max-age=31536000, immutable';
  expect(await raw(name, 'Accept-Encoding: gzip\r\nIf-Match: "x"')).toEqual([412, null, 'no-store']);
  expect(await raw(name, 'Accept-Encoding: gzip\r\nRange: bytes=9-')).toEqual([200, 'gzip', kept]);
  expect(await raw(name, 'Accept-Encoding: br, gzip;q=0')).toEqual([200, null, kept]);
  expect(await raw(`${name}.gz`, 'Accept-Encoding: gzip')).toEqual([404, null, 'no-store']);
  for (const way of ['..', '%2e%2e', '.%2e', 'chunks/../..', 'x/..%2f..', '..%5c']) {
    const client = openRaw(console.origin);
    client.write(`GET /_next/static/${way}/BUILD_ID HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect((await client.answer()).status, way).not.toBe(200);
    client.close();
  }
});

// Most of them only wait for the console's timeouts.
describe.concurrent('slow and large requests', () => {
  it('a request that dribbles its head is cut off', async () => {
    expect(await dribble('GET /login HTTP/1.1\r\nHost: x\r\nX-Slow: ')).toBe(408);
  });

  it.each(['/api/sign-in', '/api/trpc/admin.accounts.create'])(
    'a request that dribbles its body to %s is cut off',
    async (path) => {
      const { host } = new URL(console.origin);
      const head = `Host: ${host}\r\nOrigin: ${console.origin}\r\nCookie: ${cookie}\r\nContent-Type: application/json`;
      expect(await dribble(`POST ${path} HTTP/1.1\r\n${head}\r\nContent-Length: 4000\r\n\r\n{"token":"`)).toBe(408);
    },
  );

  it('a page refuses a body before reading any of it', async () => {
    const client = openRaw(console.origin);
    client.write('POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n');
    const { status, headers } = await client.answer();
    client.close();
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('requests that no browser makes', () => {
  it.each([
    ['GET', '/accounts/%E0%A4%A', 400],
    ['GET', '/api/trpc/%E0%A4%A', 400],
    ['GET', '/_next/static/%', 400],
    ['GET', '/_global-error', 400],
    ['GET', '/%5Fglobal-error', 400],
    ['GET', '*', 400],
    ['TRACE', '/login', 405],
    ['OPTIONS', '/api/session', 405],
    ['PROPFIND', '/accounts', 405],
    ['DELETE', '/api/trpc/admin.accounts.list', 405],
    ['GET', '/_next/image?url=%2Ficon.png&w=64&q=75', 404],
    ['GET', 'http://evil.test/accounts', 307],
    ['GET', '/_next/static/none.js', 307],
    ['GET', '/api/none', 307],
  ])('%s %s is refused with the common headers and may not be stored', async (method, target, status) => {
    const client = openRaw(console.origin);
    client.write(`${method} ${target} HTTP/1.1\r\nHost: ${new URL(console.origin).host}\r\nConnection: close\r\n\r\n`);
    const answer = await client.answer();
    client.close();
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cache-control': expect.stringContaining('no-store') as string,
    });
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it.each(['/favicon.icoX', '/icon.png/bar', '/icon.pngz', '/_next/staticX', '/api', '/none'])(
    'the page at %s has a server-made nonce, whatever the client sends',
    async (path) => {
      const headers = { 'x-nonce': 'evil', 'x-path': '/evil' };
      const visitor = await console.fetch(path, { headers });
      expect(visitor.status).toBe(307);
      expect(visitor.headers.get('location')).not.toContain('evil');
      const page = await console.fetch(path, { cookie, headers });
      expect(page.headers.get('content-security-policy')).toMatch(/script-src 'nonce-[\w+/=]{20,}' 'strict-dynamic'/);
      expect(await page.text()).not.toContain('nonce="evil"');
    },
  );

  it('build files are cacheable for a year, and their own policy allows nothing', async () => {
    const html = await (await console.fetch('/login')).text();
    const [file = ''] = /\/_next\/static\/chunks\/[\w.-]+\.js/.exec(html) ?? [];
    const answer = await console.fetch(file);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await console.fetch('/icon.png')).headers.get('content-type')).toBe('image/png');
  });
});

describe('R§2.13 pipelined requests', () => {
  const pages = (count: number): string => 'GET /login HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count);

  it('R§2.13 twenty requests in one packet are answered, and the connection stays open', async () => {
    const client = openRaw(console.origin);
    onTestFinished(client.close);
    client.write(pages(20));
    for (let nth = 0; nth < 20; nth += 1) expect((await client.answer()).status).toBe(200);
    client.write(pages(1));
    expect((await client.answer()).status).toBe(200);
  });

  it('R§2.13 of 1,600 requests in one packet twenty are answered in turn, then 400 bad request ends the connection', async () => {
    const client = openRaw(console.origin);
    onTestFinished(client.close);
    client.write(pages(1600));
    for (let nth = 0; nth < 20; nth += 1) expect((await client.answer()).status).toBe(200);
    const last = await client.answer();
    expectRefusal(last, 400, 'bad request');
    expect(last.headers.get('connection')).toBe('close');
    await client.closed;
  });
});

it.each([
  ['no Host', 'GET /login HTTP/1.1\r\n\r\n'],
  ['two Hosts', 'GET /login HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
  ['two Authorizations', 'GET /api/health HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\nAuthorization: a\r\n\r\n'],
])('R§2.14 a request with %s is 400 bad request here too, and ends the connection', async (_what, request) => {
  const client = openRaw(console.origin);
  onTestFinished(client.close);
  client.write(request);
  expectRefusal(await client.answer(), 400, 'bad request');
  await client.closed;
});

it('R§9.11 a target in absolute form asks for its path here too', async () => {
  const client = openRaw(console.origin);
  onTestFinished(client.close);
  client.write('GET http://x/login HTTP/1.1\r\nHost: other\r\n\r\n');
  expect((await client.answer()).status).toBe(200);
});

it('R§2.13 a request that asks for another protocol is answered as any other', async () => {
  const client = openRaw(console.origin);
  onTestFinished(client.close);
  // The first page is when Next begins to listen for such requests.
  for (const upgrade of ['', 'Connection: Upgrade\r\nUpgrade: h2c\r\n']) {
    client.write(`GET /login HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`);
    expect((await client.answer()).status).toBe(200);
  }
});
