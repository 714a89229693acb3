import 'server-only';

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

import { askForFile, passHeaders } from '@goal/ui/server/ask-for-file.ts';
import { isOwnDownload } from '@goal/ui/server/own-origin.ts';

import { env } from '../../env.ts';
import { cookie, sessionIn } from '../../session/cookie.ts';
import { home, signInPath } from '../../session/next-path.ts';

/** The handler of the lists as files; undefined for every other path. */
export function listDownload(path: string): RequestListener | undefined {
  const isFile = /^\/(accounts|sites|actions|accounts\/[0-9a-f-]{36}\/sites)\.csv$/i.test(path);
  return isFile ? (req, res) => void download(req, res) : undefined;
}

/**
 * Passes a list on as a CSV file, with the parameters of the address (rulings §8). No page of
 * another site may start it, because each file is recorded. Never throws: a file that cannot be
 * finished breaks off, so that the browser does not keep it as whole.
 */
async function download(req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    if (!isOwnDownload({ headers: headersOf(req) }, env().publicOrigin)) return refuse(res, 403, 'foreign origin');
    const token = sessionIn(cookie().valueIn(req.headers.cookie ?? null));
    if (token === undefined) return redirect(res, signInPath(home, 'expired'));
    const { apiUrl, apiBasePath } = env();
    const answer = await askForFile(req, res, `${apiUrl}${apiBasePath}/admin${req.url ?? ''}`, {
      authorization: `Bearer ${token}`,
    });
    if (answer === undefined) return refuse(res, 502, 'service unavailable');
    const { statusCode: status = 502 } = answer;
    if (status === 401) {
      answer.resume();
      res.setHeader('Set-Cookie', cookie().removal);
      return redirect(res, signInPath(home, 'revoked'));
    }
    res.statusCode = status;
    passHeaders(answer, res, ['content-type', 'content-disposition', 'content-encoding', 'vary', 'retry-after']);
    await pipeline(answer, res);
  } catch {
    res.destroy();
  }
}

/** What a browser says of the page that began the request. */
function headersOf({ headers }: IncomingMessage): Headers {
  const told = ['sec-fetch-site', 'origin', 'referer', 'host'].flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return new Headers(told);
}

function redirect(res: ServerResponse, location: string): void {
  res.writeHead(303, { Location: location }).end();
}

function refuse(res: ServerResponse, status: number, error: string): void {
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error }));
}
