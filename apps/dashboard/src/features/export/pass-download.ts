import 'server-only';

import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

import { isUuid } from '@goal/contract';
import { askForFile, passHeaders } from '@goal/ui/server/ask-for-file.ts';
import { z } from 'zod';

import { redirect, refuse, sendError } from '../../entry/answer.ts';
import { tokenOf } from '../../entry/begin-session.ts';
import { isFromOwnPage } from '../../entry/guard.ts';
import { env } from '../../env.ts';
import { pathOfAccount } from '../../lib/paths.ts';
import { cookie } from '../../session/cookie.ts';
import { signInPath } from '../../session/next-path.ts';

type Download = {
  id: string;
  /** Where the API makes it: `/dashboard/events/export`. */
  apiPath: string;
  fileName: (id: string, params: URLSearchParams) => string;
};

/**
 * Passes a file on that the API streams, with the parameters of the address. Only a page of the
 * dashboard may start it. A link sends no header, so `person` names whom its page was drawn for
 * (rulings §10.30). Never throws: a file that cannot be finished breaks off, so that the browser
 * does not keep it as whole.
 */
export async function passDownload(
  req: IncomingMessage,
  res: ServerResponse,
  { id, apiPath, fileName }: Download,
): Promise<void> {
  try {
    if (!isFromOwnPage(req)) return refuse(req, res, 'foreign_origin');
    if (!isUuid(id)) return refuse(req, res, 'not_found');
    const token = tokenOf(req);
    if (token === undefined) return redirect(res, signInPath(pathOfAccount(id), 'expired'));
    const { search, searchParams } = new URL(req.url ?? '', 'http://own.invalid');
    const { apiUrl, apiBasePath } = env();
    const person = searchParams.get('person');
    const answer = await askForFile(req, res, `${apiUrl}${apiBasePath}${apiPath}${search}`, {
      authorization: `Bearer ${token}`,
      'x-goal-account': id,
      ...(person === null ? {} : { 'x-goal-person': person }),
    });
    if (answer === undefined) return sendError(req, res, 502, 'service unavailable');
    if (answer.statusCode !== 200) return await passRefusal(req, res, answer, id);
    res.setHeader('Content-Disposition', `attachment; filename="${fileName(id.toLowerCase(), searchParams)}"`);
    passHeaders(answer, res, ['content-type', 'content-encoding', 'vary', 'x-export-id']);
    await pipeline(answer, res);
  } catch {
    res.destroy();
  }
}

const refusalShape = z.object({ error: z.string() });

async function passRefusal(
  req: IncomingMessage,
  res: ServerResponse,
  answer: IncomingMessage,
  id: string,
): Promise<void> {
  const { statusCode: status = 502, headers } = answer;
  if (status === 401) {
    answer.resume();
    res.setHeader('Set-Cookie', cookie().removal);
    return redirect(res, signInPath(pathOfAccount(id), 'revoked'));
  }
  // The answer to HEAD has no body.
  if (req.method === 'HEAD') return void res.writeHead(status).end();
  const { error } = refusalShape.parse(await json(answer));
  const retryAfter = headers['retry-after'];
  if (retryAfter !== undefined) res.setHeader('Retry-After', retryAfter);
  sendError(req, res, status, error);
}
