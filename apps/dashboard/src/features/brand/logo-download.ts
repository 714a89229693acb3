import 'server-only';

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { logoShape } from '@goal/contract';

import { refuse, sendError } from '../../entry/answer.ts';
import { queryApi } from '../../entry/call-api.ts';
import { visitorOf } from '../../entry/visitor.ts';
import { env } from '../../env.ts';

/** The handler of `/brand/{logo_id}`; undefined for every other path. */
export function logoDownload(path: string): RequestListener | undefined {
  const [, id] = /^\/brand\/([^/]+)$/.exec(path) ?? [];
  return id === undefined ? undefined : (req, res) => void send(req, res, id);
}

/**
 * Sends a brand's logo with its own type, under the headers of every answer that is no page:
 * `nosniff` and a policy that allows nothing (rulings §10.38). Another logo has another id, so
 * browsers keep this one. Never throws.
 */
async function send(req: IncomingMessage, res: ServerResponse, id: string): Promise<void> {
  const visitor = visitorOf(req, env().trustedProxies);
  const answer = await queryApi('entry.logo', { visitor, input: { id } });
  if (!answer.ok && answer.status === 404) return refuse(req, res, 'not_found');
  const logo = answer.ok ? logoShape.safeParse(answer.data) : undefined;
  if (logo?.success !== true) return sendError(req, res, 502, 'service unavailable');
  const bytes = Buffer.from(logo.data.content, 'base64');
  res.setHeader('Content-Type', logo.data.type);
  res.setHeader('Content-Length', bytes.length);
  res.setHeader('Cache-Control', 'private, max-age=31536000, immutable');
  res.end(req.method === 'HEAD' ? undefined : bytes);
}
