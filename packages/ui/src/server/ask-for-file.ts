import 'server-only';

import { request, type IncomingMessage, type ServerResponse } from 'node:http';

/** Either side may be silent so long, because a search may find nothing for long. */
const silenceMaxMs = 600_000;

/** Leaves when the browser leaves. Resolves to the API's unread answer; undefined without one. */
export function askForFile(
  req: IncomingMessage,
  res: ServerResponse,
  address: string,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage | undefined> {
  res.setTimeout(silenceMaxMs);
  const encoding = req.headers['accept-encoding'];
  return new Promise((resolve) => {
    const asked = request(address, {
      agent: false,
      method: req.method === 'HEAD' ? 'HEAD' : 'GET',
      headers: { ...headers, ...(encoding === undefined ? {} : { 'accept-encoding': encoding }) },
      timeout: silenceMaxMs,
    });
    asked.once('response', resolve);
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(undefined));
    res.once('close', () => asked.destroy());
    asked.end();
  });
}

/** Gives an answer those of the API's headers that are named. */
export function passHeaders({ headers }: IncomingMessage, res: ServerResponse, names: readonly string[]): void {
  for (const name of names) {
    const value = headers[name];
    if (value !== undefined) res.setHeader(name, value);
  }
}
