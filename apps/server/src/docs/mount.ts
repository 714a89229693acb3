import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { takesGzip } from '@goal/http-server';

import { errorsAsMarkdown } from './errors.ts';
import { escapeHtml } from './html.ts';
import { layout, referencePage } from './layout.ts';
import { home, pages, pathOf, type Page } from './pages.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

// The same path from src and from dist.
const docs = fileURLToPath(new URL('../../../../docs/', import.meta.url));
const assets = fileURLToPath(new URL('../../assets/', import.meta.url));
const require = createRequire(import.meta.url);

const closed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Guides have a stylesheet and pictures, but no script. */
const guidePolicy = `${closed}; style-src 'self'; img-src 'self' data:`;
/** The reference writes its own styles into the page, and may only connect to this service. */
const referencePolicy = `${closed}; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data:; connect-src 'self'`;

/**
 * The handlers of the documentation, by path (rulings §1): guides, each made once from the Markdown
 * in `docs` when it is first requested; the reference; and their assets. Nothing on these pages
 * comes from another host.
 */
export function docsRoutes(basePath: string): [path: string, handler: Handler][] {
  const root = `${basePath}/docs`;
  const guides = new Guides(root);
  const reference = Buffer.from(referencePage(root, `${basePath}/openapi.json`));
  const scalar = path.join(path.dirname(require.resolve('@scalar/api-reference')), 'browser/standalone.js');
  return [
    ...[home, ...pages].map((page): [string, Handler] => [
      pathOf(page, root),
      async (req, res) => {
        const body = await guides.html(page, addressOf(req) + basePath);
        answer(req, res, { type: 'text/html', body, headers: { 'Content-Security-Policy': guidePolicy } });
      },
    ]),
    [
      `${root}/reference`,
      async (req, res) => {
        answer(req, res, {
          type: 'text/html',
          body: reference,
          headers: { 'Content-Security-Policy': referencePolicy },
        });
      },
    ],
    [`${root}/assets/docs.css`, asset(`${assets}docs.css`, 'text/css')],
    [`${root}/assets/reference.js`, asset(`${assets}reference.js`, 'text/javascript')],
    [`${root}/assets/scalar.js`, asset(scalar, 'text/javascript')],
    ...readdirSync(`${docs}pictures`)
      .filter((name) => name.endsWith('.svg'))
      .map((name): [string, Handler] => [
        `${root}/pictures/${name}`,
        asset(`${docs}pictures/${name}`, 'image/svg+xml'),
      ]),
  ];
}

/** The served pages. Each is made once, and filled in once for the address that readers use. */
class Guides {
  readonly #root: string;
  readonly #made = new Map<Page, Promise<string>>();
  /** Each page filled in with the most recently requested address; usually there is only one. */
  readonly #filled = new Map<Page, { address: string; bytes: Buffer }>();

  constructor(root: string) {
    this.#root = root;
  }

  async html(page: Page, address: string): Promise<Buffer> {
    const kept = this.#filled.get(page);
    if (kept?.address === address) return kept.bytes;
    const html = await this.#unfilled(page);
    const bytes = Buffer.from(html.replaceAll('{base_url}', escapeHtml(address)));
    this.#filled.set(page, { address, bytes });
    return bytes;
  }

  #unfilled(page: Page): Promise<string> {
    const known = this.#made.get(page);
    if (known !== undefined) return known;
    const made = this.#make(page);
    this.#made.set(page, made);
    // A failed page is made again on the next request.
    made.catch(() => this.#made.delete(page));
    return made;
  }

  async #make(page: Page): Promise<string> {
    // Loads the syntax highlighter with the first page.
    const { render } = await import('./render.ts');
    const titles = await titlesOf([home, ...pages]);
    const markdown = (await sourceOf(page)).replace('<!-- errors -->', () => errorsAsMarkdown());
    const rendered = render(markdown, { file: page.file, root: this.#root });
    return layout(page, rendered, { root: this.#root, titleOf: (one) => titles.get(one) ?? '' });
  }
}

const sourceOf = ({ file }: Page): Promise<string> => readFile(docs + file, 'utf8');

/** The titles of pages, which are the first line of each file. */
async function titlesOf(all: readonly Page[]): Promise<Map<Page, string>> {
  const titles = all.map(async (page): Promise<[Page, string]> => [
    page,
    /^# (.*)/.exec(await sourceOf(page))?.[1] ?? '',
  ]);
  return new Map(await Promise.all(titles));
}

/** A file that browsers cache and revalidate. It is read and compressed on its first request. */
function asset(file: string, type: string): Handler {
  let loaded: Promise<{ plain: Buffer; packed: Buffer; etag: string }> | undefined;
  const load = async () => {
    const plain = await readFile(file);
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    return { plain, packed: await promisify(gzip)(plain), etag };
  };
  return async (req, res) => {
    loaded ??= load();
    loaded.catch(() => (loaded = undefined));
    const { plain, packed, etag } = await loaded;
    const isPacked = takesGzip(req);
    const headers = {
      'Cache-Control': 'no-cache',
      ETag: etag,
      Vary: 'Accept-Encoding',
      ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}),
    };
    if (req.headers['if-none-match'] === etag) answer(req, res, { status: 304, headers });
    else answer(req, res, { type, body: isPacked ? packed : plain, headers });
  };
}

type Answer = { status?: number; type?: string; body?: Buffer; headers: Record<string, string> };

function answer(req: IncomingMessage, res: ServerResponse, { status = 200, type, body, headers }: Answer): void {
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (type !== undefined && body !== undefined) {
    res.setHeader('Content-Type', `${type}; charset=utf-8`);
    res.setHeader('Content-Length', body.length);
  }
  res.end(req.method === 'HEAD' ? undefined : body);
}

/**
 * The address at which the reader reached the service, from the request if it is a valid host name.
 * Samples show it.
 */
function addressOf(req: IncomingMessage): string {
  const host = req.headers.host ?? '';
  const protocol = req.headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  return /^([A-Za-z0-9.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])(:\d{1,5})?$/.test(host)
    ? `${protocol}://${host}`
    : 'http://127.0.0.1:4000';
}
