import { version } from '@goal/contract';
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
  type CallToolResult,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

import type { Context } from '../http/context.ts';
import { refusalOf } from '../refusal.ts';
import { givenOf, isBlank } from './given.ts';
import { prompts } from './prompts.ts';
import { helpOf } from './refusal-help.ts';
import { instructions } from './tool-words.ts';
import { tools, type Reach, type Tool } from './tools.ts';
import { quotedNames } from './untrusted.ts';

/** The state of one JSON-RPC message, whose key has been judged. */
export type Exchange = {
  ctx: Context;
  reach: Reach;
  /** A failure that ends the request as over REST, unlike a wrong argument or unknown id. */
  failure?: { error: unknown };
};

/** The answer to a message; without JSON for a notification. */
export type JsonRpcAnswer = { status: number; json: string | undefined };

/** Each prompt judges its own arguments, which the library takes for a fault of the server. */
const promptParams = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).optional() });

const ofRequest = new WeakMap<Request, Exchange>();

/** The protocol since 2026 has no sessions: each request carries the data of `initialize`. */
const sessionless = createMcpHandler(({ requestInfo }) => serverOf(requestInfo), {
  legacy: 'reject',
  maxSubscriptions: 0,
});

/**
 * Answers one JSON-RPC message of any revision of the protocol. Keeps no state between messages, so
 * that any instance may answer the next (rulings §9.5). Throws a tool's failure; refusals with 400
 * and 404 are results instead.
 */
export async function answerMessage(
  exchange: Exchange,
  headers: Record<string, string>,
  message: Record<string, unknown>,
): Promise<JsonRpcAnswer> {
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    // The answer is always one JSON object, whatever the client accepts.
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
  });
  ofRequest.set(request, exchange);
  const asked = withoutBlankArguments(message);
  const response = (await isLegacyRequest(request, asked))
    ? await answerOnce(request, asked)
    : await sessionless.fetch(request, { parsedBody: asked });
  const json = await response.text();
  if (exchange.failure !== undefined) throw exchange.failure.error;
  return { status: response.status, json: json === '' ? undefined : json };
}

/** Takes `arguments` that are null or `[]`, as PHP writes no arguments, out of a message. */
function withoutBlankArguments(message: Record<string, unknown>): Record<string, unknown> {
  const { params, ...rest } = message;
  if (params === undefined || isBlank(params)) return rest;
  if (typeof params !== 'object' || params === null || !('arguments' in params)) return message;
  const { arguments: given, ...others } = params;
  return isBlank(given) ? { ...rest, params: others } : message;
}

/** Serves the earlier revisions, with a server that lives for one message. */
async function answerOnce(request: Request, message: Record<string, unknown>): Promise<Response> {
  const server = serverOf(request);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

function serverOf(request: Request | undefined): Server {
  const exchange = request === undefined ? undefined : ofRequest.get(request);
  if (exchange === undefined) throw new Error('a message without its exchange');
  const [ours, asked] = [tools[exchange.reach], prompts[exchange.reach]];
  const server = new Server(
    { name: 'goal', title: 'Goal audit log', version },
    { capabilities: { tools: {}, prompts: {} }, instructions },
  );
  server.setRequestHandler('tools/list', () => ({ tools: [...ours.values()].map(({ listing }) => listing) }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = ours.get(params.name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool');
    return callTool(exchange, tool, params.arguments ?? {});
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: [...asked.values()].map(({ listing }) => listing) }));
  server.setRequestHandler('prompts/get', { params: promptParams }, (params) => {
    const prompt = asked.get(params.name);
    if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown prompt');
    const text = prompt.write(params.arguments ?? {}, new Date());
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
  return server;
}

/**
 * Calls a tool. A 400 or 404 of REST becomes a result that the model reads: the sentence, then a
 * text that helps. Other failures end the request. Each answer tells the service's time; its first
 * lines name the arguments that came blank or that the tool does not take (rulings §9.5, §11.6).
 */
async function callTool(exchange: Exchange, tool: Tool, asked: Record<string, unknown>): Promise<CallToolResult> {
  const { ctx, reach } = exchange;
  ctx.facts.tool = tool.listing.name;
  const { input, blank } = givenOf(asked, tool.listing.inputSchema);
  const notes = [...blankNote(reach, input, blank), ...ignoredNote(tool, input)];
  try {
    const answer = await tool.call({
      ctx,
      path: tool.procedure,
      type: tool.call._def.type,
      getRawInput: () => Promise.resolve(input),
      signal: ctx.cost.signal,
      batchIndex: 0,
    });
    const now = new Date().toISOString();
    return {
      // Each text form reads what its procedure answers.
      content: [textOf(...notes, `Now is ${now}.`, tool.text(answer as never))],
      structuredContent: { ...(answer as object), now }, // a tool answers with an object (tool-schema.ts)
    };
  } catch (error) {
    const { status, message } = refusalOf(error);
    if (status === 400 || status === 404) {
      const help = [helpOf(message, tool.takes), `now is ${new Date().toISOString()}`].filter(Boolean).join('; ');
      return { content: [textOf(message), textOf(...notes, help)], isError: true };
    }
    exchange.failure = { error };
    throw error;
  }
}

const textOf = (...lines: string[]) => ({ type: 'text' as const, text: lines.join('\n') });

/**
 * The line that names the arguments that came blank, and what the answer is about without them: a
 * model that sends `site_id: ""` must see that all sites were asked. None where nothing was blank.
 */
function blankNote(reach: Reach, input: Record<string, unknown>, blank: readonly string[]): string[] {
  if (blank.length === 0) return [];
  const scope =
    reach === 'site'
      ? 'the site of the key'
      : 'site_id' in input
        ? 'the site of site_id'
        : 'group_id' in input
          ? 'the sites of group_id'
          : 'all that the key reaches';
  return [`Not given, because it was null or empty: ${quotedNames(blank)}. This is about ${scope}.`];
}

/** The line that names what the caller gave and the tool does not take; none where it takes all. */
function ignoredNote({ listing, takes }: Tool, input: Record<string, unknown>): string[] {
  const names = Object.keys(input).filter((name) => !takes(name));
  return names.length === 0 ? [] : [`Ignored, because ${listing.name} does not take it: ${quotedNames(names)}.`];
}
