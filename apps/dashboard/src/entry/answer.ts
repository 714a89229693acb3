import 'server-only';

import type { IncomingMessage, ServerResponse } from 'node:http';

import { errorCatalogue, type ErrorCode } from '@goal/contract';

/** Sends JSON, or nothing with 204. */
export function sendJson(res: ServerResponse, status: number, body?: unknown): void {
  res.statusCode = status;
  if (body === undefined) return void res.end();
  res.setHeader('Content-Type', 'application/json');
  res.end(JSON.stringify(body));
}

/** Sends `{"error": "…"}`, as the API does. It does not wait for the rest of a refused body. */
export function sendError(req: IncomingMessage, res: ServerResponse, status: number, error: string): void {
  if (!req.complete) res.setHeader('Connection', 'close');
  sendJson(res, status, { error });
}

export function refuse(req: IncomingMessage, res: ServerResponse, code: ErrorCode): void {
  const { status, message } = errorCatalogue[code];
  sendError(req, res, status, message);
}

export function redirect(res: ServerResponse, location: string): void {
  res.writeHead(303, { Location: location }).end();
}
