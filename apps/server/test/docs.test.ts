import { readdirSync, readFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { errorCatalogue } from '@goal/contract';
import { inAllRun } from '@goal/db/testing';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';

import { errorsAsMarkdown } from '../src/docs/errors.ts';
import { render } from '../src/docs/render.ts';
import { blocksOf, everyPage, sourceOf } from './docs-site.ts';
import { sharedService } from './harness.ts';

const service = await sharedService();

const addresses = [...everyPage.map(({ slug }) => (slug === '' ? '/docs' : `/docs/${slug}`)), '/docs/reference'];
const assets = ['docs.css', 'docs.js', 'search.json', 'reference.js', 'scalar.js'].map(
  (name) => `/docs/assets/${name}`,
);
const attributes = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);

/** An answer as it arrives, still compressed. */
function rawAnswer(
  path: string,
  headers: Record<string, string>,
): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(service.origin);
    get({ port, path, headers, host: '127.0.0.1' }, (answer) => {
      buffer(answer).then((body) => resolve({ headers: answer.headers, body }), reject);
    }).on('error', reject);
  });
}

describe('the documentation', () => {
  inAllRun(() => {
    it('every page is public HTML, under a policy that allows no other host', async () => {
      for (const address of addresses) {
        const { status, headers, text } = await service.call('GET', address);
        expect([status, headers['content-type']], address).toEqual([200, 'text/html; charset=utf-8']);
        const policy = String(headers['content-security-policy']);
        expect(policy, address).toMatch(/^default-src 'none'; /);
        expect(policy, address).not.toMatch(/\*|https?:|script-src[^;]*unsafe|wasm/);
        expect(policy, address).toContain("; script-src 'self';");
        expect(policy.includes('unsafe'), address).toBe(address === '/docs/reference');
        // Nothing runs that stands in the page itself.
        expect(text, address).not.toMatch(/<script(?![^>]* src="\/)|<[^>]* (?:on\w+|style)=/);
        for (const source of attributes(text, 'src')) {
          expect(source, address).toMatch(/^\/v1\/goal\/docs\//);
          const shown = await service.call('GET', source.slice(service.basePath.length));
          expect(
            [shown.status, /^(image|text\/javascript)/.test(String(shown.headers['content-type']))],
            source,
          ).toEqual([200, true]);
        }
        expect(text, address).not.toContain('{base_url}');
      }
    });
  });

  it('R§2.2 R§2.10 follows the HTTP rules of every other path', async () => {
    for (const address of [...addresses, ...assets]) {
      const head = await service.call('HEAD', address);
      expect([head.status, head.text], address).toEqual([200, '']);
      const wrong = await service.call('POST', address);
      wrong.refused(405, 'method not allowed');
      expect(wrong.headers.allow, address).toBe('GET, HEAD, OPTIONS');
    }
    for (const path of [
      '/docs/',
      '/docs/keys/',
      '/docs/Keys',
      '/docs/nothing',
      '/docs/assets/',
      '/docs/assets/..%2fkeys',
    ])
      (await service.call('GET', path)).refused(404, 'not found');
  });

  inAllRun(() => {
    it('every link leads to an existing page and heading', async () => {
      const outside = [
        'https://semver.org',
        'https://www.standardwebhooks.com',
        ...['tiles', 'witness', 'policy'].map((page) => `https://c2sp.org/tlog-${page}`),
      ];
      const bodies = new Map<string, string>();
      for (const address of addresses)
        bodies.set(service.basePath + address, (await service.call('GET', address)).text);
      for (const [address, html] of bodies) {
        const base = `${service.origin}${address}`;
        for (const link of attributes(html, 'href')) {
          if (link.startsWith('data:')) continue;
          const { origin, pathname, hash } = new URL(link, base);
          if (origin !== service.origin) {
            expect(outside, address).toContain(link);
            continue;
          }
          const target = bodies.get(pathname);
          if (target === undefined) {
            const { status } = await service.call('GET', pathname.slice(service.basePath.length));
            expect([status, hash], `${link} on ${address}`).toEqual([200, '']);
          } else if (hash !== '')
            expect(attributes(target, 'id'), `${link} on ${address}`).toContain(decodeURIComponent(hash.slice(1)));
        }
      }
    });
  });

  it('samples show the address at which the reader reached the page, and never an invalid one', async () => {
    const told = async (headers: Record<string, string>): Promise<string> => {
      const { text } = await service.call('GET', '/docs/mcp', { headers });
      return /Address<\/td><td><code>([^<]*)\/mcp/.exec(text)?.[1] ?? '';
    };
    expect(await told({ Host: 'logs.example.com' })).toBe('http://logs.example.com/v1/goal');
    expect(await told({ Host: 'logs.example.com', 'X-Forwarded-Proto': 'https' })).toBe(
      'https://logs.example.com/v1/goal',
    );
    expect(await told({ Host: 'a"><script>x' })).toBe('http://127.0.0.1:4000/v1/goal');
  });

  it('files are cached with revalidation', async () => {
    for (const address of assets) {
      const plain = await service.call('GET', address);
      const etag = String(plain.headers.etag);
      const again = await service.call('GET', address, { headers: { 'If-None-Match': etag } });
      expect([again.status, again.text], address).toEqual([304, '']);
    }
  });

  it('R§9.7 every page and file is compressed as the client accepts it, and its answer varies with that', async () => {
    // The script of the reference is large, and a file like the others.
    for (const address of [...addresses, ...assets.filter((one) => !one.endsWith('/scalar.js'))]) {
      const forms = [
        ['identity', undefined, (bytes: Buffer) => bytes],
        ['gzip, br;q=0', 'gzip', gunzipSync],
        ['gzip, deflate, br', 'br', brotliDecompressSync],
      ] as const;
      const plain = (await service.call('GET', address)).text;
      for (const [accepted, coding, unpack] of forms) {
        // `fetch` would unpack the answer.
        const { headers, body } = await rawAnswer(service.basePath + address, { 'Accept-Encoding': accepted });
        expect([headers['content-encoding'], headers.vary], address).toEqual([coding, 'Accept-Encoding']);
        // The address of the reader is the same for both.
        expect(unpack(body).toString() === plain, `${address} as ${accepted}`).toBe(true);
        if (coding !== undefined) expect(body.length, address).toBeLessThan(Buffer.byteLength(plain) * 0.6);
      }
    }
  });

  it('R§9.7 the client and the plugin are files beside the pages, which name them; a version that is not there is 404', async () => {
    for (const [page, pattern, start] of [
      ['/docs/javascript', /\/docs\/goal-client-[\d.]+\.tgz/, '1f8b'],
      ['/docs/wordpress', /\/docs\/goal-sender-[\d.]+\.zip/, '504b'],
    ] as const) {
      const [address = ''] = pattern.exec((await service.call('GET', page)).text) ?? [];
      const { headers, body } = await rawAnswer(service.basePath + address, { 'Accept-Encoding': 'gzip' });
      expect(body.subarray(0, 2).toString('hex'), address).toBe(start);
      expect(headers['content-disposition'], address).toBe('attachment');
      expect(headers['content-encoding'], address).toBe(undefined);
      (await service.call('GET', address.replace(/[\d.]+(?=\.)/, '9.9.9'))).refused(404, 'not found');
    }
  });

  it('the verifiers of a signed log are files that their page leads to, as they are in the repository', async () => {
    const folder = path.resolve(import.meta.dirname, '../../../docs/verifiers');
    const links = attributes((await service.call('GET', '/docs/verify')).text, 'href');
    for (const name of readdirSync(folder)) {
      expect(links).toContain(`${service.basePath}/docs/${name}`);
      const { text, headers } = await service.call('GET', `/docs/${name}`);
      expect(text === readFileSync(path.join(folder, name), 'utf8'), name).toBe(true);
      expect([headers['content-type'], headers['content-disposition']], name).toEqual([
        'text/plain; charset=utf-8',
        'attachment',
      ]);
    }
  });

  it('the index of the search has every section of every page, as text under its address', async () => {
    const sections = (await service.call('GET', '/docs/assets/search.json')).body as {
      title: string;
      href: string;
      heading: string;
      text: string;
    }[];
    const headings = addresses.map(
      async (address) => (await service.call('GET', address)).text.match(/<h[1-3] id="/g) ?? [],
    );
    expect(sections).toHaveLength((await Promise.all(headings)).flat().length);
    expect(sections).toContainEqual(
      expect.objectContaining({
        title: 'Export and tail',
        href: '/v1/goal/docs/export-and-tail#tail',
        heading: 'Tail',
      }),
    );
    for (const { text, heading, href } of sections) {
      expect(`${heading} ${text}`, href).not.toMatch(/<\/?(?:a|p|td|span|code)\b|&(?:lt|gt|amp|quot);|\{base_url\}/);
    }
  });

  it('the error table holds every sentence of the catalogue, with cause and cure', async () => {
    const { text } = await service.call('GET', '/docs/errors');
    for (const { message } of Object.values(errorCatalogue)) expect(text).toContain(`<td><code>${message}</code></td>`);
    for (const line of errorsAsMarkdown()
      .split('\n')
      .filter((one) => one.startsWith('| `')))
      expect(line).toMatch(/^\| `[^`]+` \| \S[^|]{8,}\. \| \S[^|]{6,}\. \|$/);
  });

  it('guides that show curl show JavaScript as well; ingest shows PHP, export and tail show Python', async () => {
    const shown = new Map<string, Set<string>>();
    for (const page of everyPage)
      shown.set(page.slug, new Set(blocksOf(await sourceOf(page)).map(({ language }) => language)));
    for (const [slug, languages] of shown) {
      if (languages.has('sh')) expect(languages.has('js'), slug).toBe(true);
    }
    expect([shown.get('ingest')?.has('php'), shown.get('export-and-tail')?.has('python')]).toEqual([true, true]);
    expect([...shown].filter(([, languages]) => languages.has('sh')).length).toBeGreaterThanOrEqual(10);
  });

  it('every answer and setting that a guide shows can be read as what it says it is', async () => {
    for (const page of everyPage)
      for (const { language, text, line } of blocksOf(await sourceOf(page))) {
        const where = `${page.file}:${line}`;
        if (language === 'json') expect(() => void JSON.parse(text), where).not.toThrow();
        if (language === 'yaml') expect(parseYaml(text), where).toBeTypeOf('object');
      }
  });

  it('dead links and unknown languages fail; headings of the same name are numbered', () => {
    const at = { file: 'guide/x.md', root: '/docs' };
    expect(() => render('# x\n[y](nothing.md)', at)).toThrow('is not a page');
    expect(() => render('# x\n```ruby\n1\n```', at)).toThrow('unknown language');
    expect(render('# x\n## y\n## y', at).headings.map(({ id }) => id)).toEqual(['x', 'y', 'y-1']);
  });
});
