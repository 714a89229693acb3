import type { IncomingMessage, ServerResponse } from 'node:http';

import { bearerToken, DomainError, limits, parseToken } from '@goal/contract';
import { TRPCError } from '@trpc/server';

import { authorizeAccount, authorizeSite } from '../access.ts';
import { contextOf, ownerOf, ownersOf, type Context, type RequestFacts, type Services } from '../http/context.ts';
import { endWith, refusalOf } from '../refusal.ts';
import { RequestCost } from '../http/request-cost.ts';
import { readBody } from '../http/read-body.ts';
import { send, sendRefusal } from '../http/respond.ts';
import { takeRoom } from '../http/room.ts';
import type { Exchange } from './exchange.ts';

export type McpOptions = {
  services: Services;
  factsOf: (req: IncomingMessage) => RequestFacts;
  /** Whether a browser may ask from a page of this origin. */
  isOwnOrigin: (origin: string) => boolean;
};

/**
 * MCP over Streamable HTTP (rulings §9.5): one JSON-RPC message a POST, judged as every request is before anybody looks at what it asks: credential,
 * rate limit, origin, gate, the key's site, body. So a tool is refused with the statuses of REST.
 */
export function mountMcp({ services, factsOf, isOwnOrigin }: McpOptions) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const facts = factsOf(req);
    const ctx: Context = {
      ...contextOf(req, res, { services, facts, cost: new RequestCost(res, true) }),
      streams: 'none',
      // The input of a tool is a part of the message, which has been read.
      body: { read: () => Promise.resolve(undefined) },
    };
    try {
      const exchange = await enter(ctx, () => judgeOrigin(req, isOwnOrigin));
      const message = await readBody({ req, res, owner: ownerOf(facts) }, limits.bodyBytes);
      // The protocol's library is loaded with the first message.
      const { answerMessage } = await import('./exchange.ts');
      const { status, json } = await answerMessage(exchange, headersOfProtocol(req), message);
      if (json !== undefined) takeRoom(res, ownersOf(facts), json);
      send(req, res, status, json);
    } catch (error) {
      // What a procedure threw, it has ended itself.
      sendRefusal(req, res, error instanceof TRPCError ? refusalOf(error) : endWith(ctx, error));
    }
  };
}

/** By the kind of its key; what is no site's key is judged as an account's, and refused in its words. */
async function enter(ctx: Context, beforeGate: () => void): Promise<Exchange> {
  const token = bearerToken(ctx.authorization);
  if (token !== undefined && parseToken(token)?.kind === 'site') {
    return { ctx: { ...ctx, preAuthorized: { site: await authorizeSite(ctx, beforeGate) } }, reach: 'site' };
  }
  return { ctx: { ...ctx, preAuthorized: { account: await authorizeAccount(ctx, beforeGate) } }, reach: 'account' };
}

/** A page of somebody else has no business here, even where a browser would let it ask. Programs send no origin. */
function judgeOrigin({ headers }: IncomingMessage, isOwnOrigin: (origin: string) => boolean): void {
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin)) throw new DomainError('foreign_origin');
}

/** `MCP-Protocol-Version` and its siblings; whom else the client told what is no part of the protocol. */
function headersOfProtocol({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith('mcp-') && typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}
