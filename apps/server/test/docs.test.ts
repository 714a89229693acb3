import { errorCatalogue } from '@goal/contract';
import { describe, expect, it } from 'vitest';

import { errorsAsMarkdown } from '../src/docs/errors.ts';
import { render } from '../src/docs/render.ts';
import { blocksOf, everyPage, sourceOf } from './docs-site.ts';
import { sharedService } from './harness.ts';

const service = await sharedService();

const addresses = [...everyPage.map(({ slug }) => (slug === '' ? '/docs' : `/docs/${slug}`)), '/docs/reference'];
const assets = ['docs.css', 'reference.js', 'scalar.js'].map((name) => `/docs/assets/${name}`);
const attributes = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);

describe('the documentation', () => {
  it('every page is public HTML, under a policy that allows no other host', async () => {
    for (const address of addresses) {
      const { status, headers, text } = await service.call('GET', address);
      expect([status, headers['content-type']], address).toEqual([200, 'text/html; charset=utf-8']);
      const policy = String(headers['content-security-policy']);
      expect(policy, address).toMatch(/^default-src 'none'; /);
      expect(policy, address).not.toMatch(/\*|https?:|script-src[^;]*unsafe|wasm/);
      expect(policy.includes('script-src'), address).toBe(address === '/docs/reference');
      for (const source of attributes(text, 'src')) expect(source, address).toMatch(/^\/v1\/goal\/docs\//);
      expect(text, address).not.toContain('{base_url}');
    }
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

  it('every link leads to an existing page and heading', async () => {
    const bodies = new Map<string, string>();
    for (const address of addresses) bodies.set(service.basePath + address, (await service.call('GET', address)).text);
    for (const [address, html] of bodies) {
      const base = `${service.origin}${address}`;
      for (const link of attributes(html, 'href')) {
        if (link.startsWith('data:')) continue;
        const { origin, pathname, hash } = new URL(link, base);
        if (origin !== service.origin) {
          expect(link, address).toBe('https://semver.org');
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

  it('files are cached with revalidation, and compressed for clients that accept it', async () => {
    for (const address of assets) {
      const plain = await service.call('GET', address);
      const etag = String(plain.headers.etag);
      const again = await service.call('GET', address, { headers: { 'If-None-Match': etag } });
      expect([again.status, again.text], address).toEqual([304, '']);
      const packed = await service.call('HEAD', address, { headers: { 'Accept-Encoding': 'gzip' } });
      expect(packed.headers['content-encoding'], address).toBe('gzip');
      expect(Number(packed.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']));
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

  it('dead links and unknown languages fail; headings of the same name are numbered', () => {
    const at = { file: 'guide/x.md', root: '/docs' };
    expect(() => render('# x\n[y](nothing.md)', at)).toThrow('is not a page');
    expect(() => render('# x\n```ruby\n1\n```', at)).toThrow('unknown language');
    expect(render('# x\n## y\n## y', at).headings.map(({ id }) => id)).toEqual(['x', 'y', 'y-1']);
  });
});
