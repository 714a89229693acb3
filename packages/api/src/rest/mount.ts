import type { IncomingMessage, ServerResponse } from 'node:http';

import { errorCatalogue, QueryValues } from '@goal/contract';
import type { AnyTRPCRouter } from '@trpc/server';

import { contextOf, ownerOf, ownersOf, type Context, type RequestFacts, type Services } from '../http/context.ts';
import { refusalOf } from '../refusal.ts';
import { RequestCost } from '../http/request-cost.ts';
import { reserveAnswerMemory } from '../http/memory.ts';
import { HeldBody, readBody } from '../http/read-body.ts';
import { sendStream } from './send-stream.ts';
import { Streamed } from '../http/streamed.ts';
import { send, sendRefusal, sendText } from '../http/respond.ts';
import { allowOf, matcherOf, routesOf, type Match, type Route } from './routes.ts';

export type RestOptions = {
  services: Services;
  /** The path of the surface: `/v1/goal`. */
  basePath: string;
  factsOf: (req: IncomingMessage) => RequestFacts;
};

/**
 * Serves the documented REST paths from the router's own metadata: finds the operation, calls its
 * procedure, and sends the answer or the refusal. The procedure judges everything. A request for
 * any other path goes to `next`.
 */
export function mountRest(router: AnyTRPCRouter, { services, basePath, factsOf }: RestOptions) {
  const find = matcherOf(routesOf(router));
  return (req: IncomingMessage, res: ServerResponse, next: () => void): void => {
    const url = req.url ?? '/';
    const queryStart = url.indexOf('?');
    const path = queryStart < 0 ? url : url.slice(0, queryStart);
    const match = path.startsWith(`${basePath}/`) ? find(path.slice(basePath.length)) : undefined;
    if (match === undefined) {
      next();
      return;
    }
    const route = match.methods.get(req.method === 'HEAD' ? 'GET' : (req.method ?? ''));
    if (route === undefined) {
      answerUnsupportedMethod(req, res, match);
      return;
    }
    const facts = factsOf(req);
    facts.route = `${route.method} ${route.path}`;
    const held = new HeldBody();
    const context: Context = {
      actId: undefined,
      ...contextOf(req, res, { services, facts, cost: new RequestCost(res, route.type === 'query') }),
      streams: req.method === 'HEAD' ? 'head' : 'whole',
      body: {
        read: (limit, kept) =>
          readBody({ req, owner: ownerOf(facts), memory: services.memory.bodies, held }, limit, kept),
      },
    };
    const input = inputOf(route, match, queryStart < 0 ? '' : url.slice(queryStart + 1));
    void answer(req, res, route, context, input).finally(() => held.release());
  };
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  route: Route,
  ctx: Context,
  input: unknown,
): Promise<void> {
  try {
    const data = await route.call({
      ctx,
      path: route.procedure,
      type: route.type,
      getRawInput: () => Promise.resolve(input),
      signal: ctx.cost.signal,
      batchIndex: 0,
    });
    if (data instanceof Streamed) await sendStream(req, res, ctx, data.stream);
    else if (route.rest.status === 204) send(req, res, 204);
    else if (route.rest.text === true && typeof data === 'string') sendText(req, res, data);
    else {
      const json = JSON.stringify(data);
      reserveAnswerMemory(ctx.services.memory, res, ownersOf(ctx.facts), json);
      send(req, res, route.rest.status, json);
    }
  } catch (error) {
    sendRefusal(req, res, refusalOf(error));
  }
}

function answerUnsupportedMethod(req: IncomingMessage, res: ServerResponse, { methods }: Match): void {
  res.setHeader('Allow', allowOf(methods.keys()));
  if (req.method === 'OPTIONS') send(req, res, 204);
  else sendRefusal(req, res, errorCatalogue.method_not_allowed);
}

/** Path parameters, and published query parameters with all values (rulings §2.11). */
function inputOf(route: Route, { params }: Match, query: string): Record<string, unknown> {
  if (route.queryFields.length === 0 || query === '') return params;
  const given = new URLSearchParams(query);
  const input: Record<string, unknown> = {};
  for (const field of route.queryFields) if (given.has(field)) input[field] = new QueryValues(given.getAll(field));
  return { ...input, ...params };
}
