import { readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { Compressed, file, fileAt, type Handler } from './files.ts';
import { Guides } from './guides.ts';
import { closed, guidePolicy, htmlPage } from './html-page.ts';
import { referencePage } from './layout.ts';
import { home, pages, pathOf } from './pages.ts';
import { verifyFiles, verifyPage, verifyPolicy } from './verify-page.ts';

// The same paths from src and from dist.
const docs = fileURLToPath(new URL('../../../../docs/', import.meta.url));
const assets = fileURLToPath(new URL('../../assets/', import.meta.url));
const downloads = fileURLToPath(new URL('../../dist/downloads/', import.meta.url));
const require = createRequire(import.meta.url);

/** The reference writes its own styles into the page, and may only connect to this service. */
const referencePolicy = `${closed}; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data:; connect-src 'self'`;

/** `apiUrl`: the public origin of the API, where it is set. */
type DocsAddress = { basePath: string; apiUrl: string | undefined };

/**
 * The handlers of the documentation, by path (rulings §1): guides, each made once from the Markdown
 * in `docs` when it is first requested; the reference; their assets; and as files the client, the
 * WordPress plugin (rulings §9.7) and the verifiers of signed logs. Nothing on these pages comes
 * from another host. Beside them is the page that checks a bundle.
 */
export function docsRoutes({ basePath, apiUrl }: DocsAddress): [path: string, handler: Handler][] {
  const root = `${basePath}/docs`;
  const guides = new Guides({ folder: docs, basePath, root });
  const reference = new Compressed(Buffer.from(referencePage(root, `${basePath}/openapi.json`)));
  const scalar = path.join(path.dirname(require.resolve('@scalar/api-reference')), 'browser/standalone.js');
  const script = 'text/javascript';
  const verify = verifyPage(basePath);
  return [
    ...[home, ...pages].map((page): [string, Handler] => [
      pathOf(page, root),
      htmlPage((req) => guides.html(page, apiUrl ?? addressOf(req)), guidePolicy),
    ]),
    [`${root}/reference`, htmlPage(() => Promise.resolve(reference), referencePolicy)],
    [`${basePath}/verify`, htmlPage(() => Promise.resolve(verify), verifyPolicy)],
    ...verifyFiles(basePath),
    [`${root}/assets/docs.css`, fileAt(`${assets}docs.css`, { type: 'text/css' })],
    [`${root}/assets/docs.js`, fileAt(`${assets}docs.js`, { type: script })],
    [`${root}/assets/reference.js`, fileAt(`${assets}reference.js`, { type: script })],
    [`${root}/assets/scalar.js`, fileAt(scalar, { type: script })],
    [`${root}/assets/search.json`, file(() => guides.searchIndex(), { type: 'application/json' })],
    ...filesIn(`${docs}pictures`, '.svg', '.png').map((name): [string, Handler] => [
      `${root}/pictures/${name}`,
      name.endsWith('.svg')
        ? fileAt(`${docs}pictures/${name}`, { type: 'image/svg+xml' })
        : fileAt(`${docs}pictures/${name}`, { type: 'image/png', isPacked: true }),
    ]),
    ...filesIn(`${docs}verifiers`, '.py', '.mjs', '.go').map((name): [string, Handler] => [
      `${root}/${name}`,
      fileAt(`${docs}verifiers/${name}`, { type: 'text/plain', isDownload: true }),
    ]),
    ...filesIn(downloads, '.tgz', '.zip').map((name): [string, Handler] => [
      `${root}/${name}`,
      fileAt(downloads + name, {
        type: name.endsWith('.zip') ? 'application/zip' : 'application/gzip',
        isPacked: true,
        isDownload: true,
      }),
    ]),
  ];
}

/** The names of the files in a folder that end like this; none if the folder does not exist. */
function filesIn(folder: string, ...endings: string[]): string[] {
  try {
    return readdirSync(folder).filter((name) => endings.some((ending) => name.endsWith(ending)));
  } catch {
    return [];
  }
}

/** The reader's address of the service, if it is a valid host name: a proxy may write another. */
function addressOf(req: IncomingMessage): string {
  const host = req.headers.host ?? '';
  const protocol = req.headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  return /^([A-Za-z0-9.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])(:\d{1,5})?$/.test(host)
    ? `${protocol}://${host}`
    : 'http://127.0.0.1:4000';
}
