import 'server-only';

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { sendError, sendJson } from '../../entry/answer.ts';
import { callApi } from '../../entry/call-api.ts';
import { visitorOf } from '../../entry/visitor.ts';
import { env } from '../../env.ts';

/**
 * The handler of a POST to the link that ends a kind of mail (rulings §10.40, RFC 8058); undefined
 * for every other path. It asks for neither cookie nor `Origin`, because mail providers call it.
 */
export function unsubscribeAt(at: string): RequestListener | undefined {
  const token = /^\/unsubscribe\/([^/]+)$/.exec(at)?.[1];
  return token === undefined ? undefined : (req, res) => void end(req, res, token);
}

/** Never throws. Answers alike for tokens that exist and tokens that do not. */
async function end(req: IncomingMessage, res: ServerResponse, token: string): Promise<void> {
  // The body says nothing that the address does not say.
  req.resume();
  const answer = await callApi('entry.unsubscribe', {
    visitor: visitorOf(req, env().trustedProxies),
    body: JSON.stringify({ token }),
  });
  if (!answer.ok) return sendError(req, res, answer.status, answer.error);
  if (!req.complete) res.setHeader('Connection', 'close');
  sendJson(res, 204);
}
