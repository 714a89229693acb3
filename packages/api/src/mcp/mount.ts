import type { IncomingMessage, ServerResponse } from 'node:http';

import { bearerToken, DomainError, limits, parseToken } from '@goal/contract';
import { TRPCError } from '@trpc/server';

import { authorizeAccount, authorizeSite } from '../access.ts';
import { contextOf, ownerOf, ownersOf, type Context, type RequestFacts, type Services } from '../http/context.ts';
import { endWith, refusalOf } from '../refusal.ts';
import { RequestCost } from '../http/request-cost.ts';
import { reserveAnswerMemory } from '../http/memory.ts';
import { HeldBody, readBody } from '../http/read-body.ts';
import { send, sendRefusal } from '../http/respond.ts';
import type { Exchange } from './exchange.ts';

export type McpOptions = {
  services: Services;
  factsOf: (req: IncomingMessage) => RequestFacts;
  /** Whether a page of this origin may call from a browser. */
  isOwnOrigin: (origin: string) => boolean;
};

/**
 * MCP over Streamable HTTP (rulings §9.5): one JSON-RPC message per POST. Before the message is
 * read, the request is judged as at every door: credential, rate limit, origin, gate, the key's
 * site, body. So tools are refused with the statuses of REST.
 */
export function mountMcp({ services, factsOf, isOwnOrigin }: McpOptions) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const facts = factsOf(req);
    const ctx: Context = {
      ...contextOf(req, res, { services, facts, cost: new RequestCost(res, true) }),
      actId: undefined,
      streams: 'none',
      // A tool's input is part of the message, which has been read already.
      body: { read: () => Promise.resolve(undefined) },
    };
    const held = new HeldBody();
    try {
      const exchange = await authorize(ctx, () => judgeOrigin(req, isOwnOrigin));
      const message = await readBody(
        { req, owner: ownerOf(facts), memory: services.memory.bodies, held },
        limits.bodyBytes,
      );
      // The first message loads the protocol's library.
      const { answerMessage } = await import('./exchange.ts');
      const { status, json } = await answerMessage(exchange, headersOfProtocol(req), message);
      if (json !== undefined) reserveAnswerMemory(services.memory, res, ownersOf(facts), json);
      send(req, res, status, json);
    } catch (error) {
      // A TRPCError comes from a procedure, which has logged it already.
      sendRefusal(req, res, error instanceof TRPCError ? refusalOf(error) : endWith(ctx, error));
    } finally {
      held.release();
    }
  };
}

/** Authorizes a site key as one, and all else as an account or group key, with its refusals. */
async function authorize(ctx: Context, beforeGate: () => void): Promise<Exchange> {
  const token = bearerToken(ctx.authorization);
  if (token !== undefined && parseToken(token)?.kind === 'site') {
    return { ctx: { ...ctx, preAuthorized: { site: await authorizeSite(ctx, 'query', beforeGate) } }, reach: 'site' };
  }
  return { ctx: { ...ctx, preAuthorized: { account: await authorizeAccount(ctx, beforeGate) } }, reach: 'account' };
}

/** Refuses pages of other origins, even if a browser would let them. Programs send no origin. */
function judgeOrigin({ headers }: IncomingMessage, isOwnOrigin: (origin: string) => boolean): void {
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin)) throw new DomainError('foreign_origin');
}

/** `MCP-Protocol-Version` and its siblings; no other header belongs to the protocol. */
function headersOfProtocol({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith('mcp-') && typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}
