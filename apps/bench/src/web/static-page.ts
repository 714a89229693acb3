import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves the smallest page that shows these rows: one document, no script, no style. */
export async function serveStaticPage(
  title: string,
  rows: readonly (readonly string[])[],
): Promise<{ url: string; close: () => void }> {
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  const html = `<!doctype html><html lang="en"><title>${title}</title><table><tbody>${body}</tbody></table></html>`;
  const server = createServer((_, res) => {
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.end(html);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // a server that listens on TCP
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
