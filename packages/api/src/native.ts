import type { IncomingMessage } from 'node:http';

import { errorCatalogue, limits } from '@goal/contract';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';

import {
  actIdOf,
  contextOf,
  ownerOf,
  ownersOf,
  type Context,
  type RequestFacts,
  type Services,
} from './http/context.ts';
import { RequestCost } from './http/request-cost.ts';
import { reserveAnswerMemory, type Memory } from './http/memory.ts';
import { HeldBody, judgeContentType, judgeParts, receive } from './http/read-body.ts';
import { challenge, hasBody, send } from './http/respond.ts';
import { appRouter } from './router.ts';

/**
 * Native tRPC: the same procedures, keys, gates and limits. Each call of a batch is judged as if it
 * came alone (rulings §2.4). tRPC's Node adapter buffers a body before any procedure asks for it.
 * The fetch adapter lets us read it when the order of judgement reaches it, and send answers as
 * REST does.
 */
export function mountNative({
  services,
  factsOf,
}: {
  services: Services;
  factsOf: (req: IncomingMessage) => RequestFacts;
}): RequestHandler {
  const answer = async (req: ExpressRequest, res: ExpressResponse, held: HeldBody): Promise<void> => {
    // The route in the facts is that of the batch's first call.
    const facts = factsOf(req);
    const cost = new RequestCost(res, req.method !== 'POST');
    const response = await fetchRequestHandler({
      endpoint: '/trpc',
      router: appRouter,
      req: requestOf({ req, facts, memory: services.memory, held }, cost.signal),
      maxBatchSize: limits.batchCalls,
      createContext: (): Context => ({
        ...contextOf(req, res, { services, facts, cost }),
        actId: actIdOf(req),
        streams: 'none',
        body: { read: async () => judgeType(req) },
      }),
    });
    const json = await response.text();
    // tRPC has the sentence in its own form.
    if (response.status === 401) challenge(res, json.includes(`"${errorCatalogue.invalid_token.message}"`));
    reserveAnswerMemory(services.memory, res, ownersOf(facts), json);
    send(req, res, response.status, json);
  };
  // Express passes a rejection to its error handler.
  return async (req, res, next) => {
    if (!namesProcedures(req.path)) {
      next();
      return;
    }
    const held = new HeldBody();
    await answer(req, res, held).finally(() => held.release());
  };
}

/** Whether the path is one segment that can be decoded (rulings §2.10). */
function namesProcedures(path: string): boolean {
  if (!/^\/[^/]+$/.test(path)) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

type NativeExchange = { req: ExpressRequest; facts: RequestFacts; memory: Memory; held: HeldBody };

/** The request as tRPC needs it, with a fixed host. */
function requestOf(exchange: NativeExchange, signal: AbortSignal | undefined): Request {
  const { req } = exchange;
  const mark = req.originalUrl.indexOf('?');
  const accept = req.headers['trpc-accept'];
  // Request does not accept TRACE; any other method is equally wrong.
  const method = req.method === 'HEAD' ? 'GET' : req.method === 'GET' || req.method === 'POST' ? req.method : 'PUT';
  return new Request(`http://localhost/trpc${req.path}${mark < 0 ? '' : req.originalUrl.slice(mark)}`, {
    method,
    ...(signal === undefined ? {} : { signal }),
    // tRPC would judge the content type before the credential. judgeType judges the real one in its
    // turn.
    headers: { 'Content-Type': 'application/json', ...(typeof accept === 'string' ? { 'trpc-accept': accept } : {}) },
    ...(method === 'POST' && hasBody(req) ? { body: bodyOf(exchange), duplex: 'half' } : {}),
  });
}

/** The body, received when tRPC asks for the input, which is after the credential was judged. */
function bodyOf({ req, facts, memory, held }: NativeExchange): ReadableStream {
  const limit = req.path.includes('ingest.') ? limits.ingestBodyBytes : limits.bodyBytes;
  return new ReadableStream(
    {
      async pull(controller) {
        const bytes = await receive({ req, owner: ownerOf(facts), memory: memory.bodies, held }, limit, () => {});
        judgeParts(bytes);
        if (bytes.length > 0) controller.enqueue(bytes);
        controller.close();
      },
    },
    // Pull nothing in advance.
    { highWaterMark: 0 },
  );
}

/** Judges the content type only: tRPC reads the body itself. */
function judgeType(req: IncomingMessage): undefined {
  if (hasBody(req)) judgeContentType(req.headers);
}
