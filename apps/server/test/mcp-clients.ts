import { waitLimitMs } from '@goal/db/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';

/** A tool, as seen by a client that knows nothing else about the service. */
export type ListedTool = {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown> | undefined;
  annotations?: Record<string, unknown> | undefined;
};
export type ListedPrompt = {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  arguments?: { name: string; description?: string | undefined; required?: boolean | undefined }[] | undefined;
};
export type ToolResult = {
  content: readonly { type: string; text?: string }[];
  structuredContent?: unknown;
  isError?: boolean | undefined;
};
export type ToolClient = {
  /** The negotiated protocol revision. */
  version: string | undefined;
  instructions: string | undefined;
  tools: () => Promise<ListedTool[]>;
  /** Rejects if the answer is a JSON-RPC error. */
  call: (name: string, input?: Record<string, unknown>) => Promise<ToolResult>;
  prompts: () => Promise<ListedPrompt[]>;
  /** Returns the text of a prompt. Rejects if the answer is a JSON-RPC error. */
  prompt: (name: string, input: Record<string, string>) => Promise<string>;
  close: () => Promise<void>;
};
export type Credentials = { token: string; domain?: string };

const headersOf = ({ token, domain }: Credentials): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
  ...(domain === undefined ? {} : { 'X-Site-Domain': domain }),
});

/**
 * The official client, which also checks every structured answer against the tool’s output schema.
 */
async function official(url: string, credentials: Credentials): Promise<ToolClient> {
  return openOfficial(new Client({ name: 'test', version: '1.0.0' }), url, credentials);
}

/** The same client with the 2026 revision, without a session. */
async function sessionless(url: string, credentials: Credentials): Promise<ToolClient> {
  const versionNegotiation = { mode: { pin: '2026-07-28' } } as const;
  return openOfficial(new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation }), url, credentials);
}

async function openOfficial(client: Client, url: string, credentials: Credentials): Promise<ToolClient> {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: headersOf(credentials) },
  });
  await client.connect(transport);
  await client.listTools();
  return {
    version: client.getNegotiatedProtocolVersion(),
    instructions: client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    call: (name, input = {}) => client.callTool({ name, arguments: input }),
    prompts: async () => (await client.listPrompts()).prompts,
    prompt: async (name, input) => textOfPrompt(await client.getPrompt({ name, arguments: input })),
    close: () => client.close(),
  };
}

/** Returns the text of a prompt, which is one message of the user. */
function textOfPrompt(answer: unknown): string {
  const { messages } = z
    .object({
      messages: z.tuple([
        z.object({ role: z.literal('user'), content: z.object({ type: z.literal('text'), text: z.string() }) }),
      ]),
    })
    .parse(answer);
  return messages[0].content.text;
}

type Reply = { id?: number; result?: Record<string, unknown>; error?: { code: number; message: string } };

/**
 * Our own client without any library, written from the specification (Streamable HTTP, 2025-06-18
 * and 2025-11-25).
 */
const plain =
  (protocolVersion: string) =>
  async (url: string, credentials: Credentials): Promise<ToolClient> => {
    let id = 0;
    let session: Record<string, string> = {};
    const post = (message: object): Promise<Response> =>
      fetch(url, {
        method: 'POST',
        headers: {
          ...headersOf(credentials),
          ...session,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
        signal: AbortSignal.timeout(waitLimitMs),
      });
    const ask = async (method: string, params: object = {}): Promise<Record<string, unknown>> => {
      id += 1;
      const response = await post({ id, method, params });
      if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`);
      const reply = await replyTo(id, response);
      if (reply.error !== undefined) throw new Error(`${method}: ${reply.error.code} ${reply.error.message}`);
      return reply.result ?? {};
    };
    const hello = await ask('initialize', {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: 'plain', version: '1.0.0' },
    });
    session = { 'MCP-Protocol-Version': String(hello['protocolVersion']) };
    const noted = await post({ method: 'notifications/initialized' });
    if (noted.status !== 202) throw new Error(`a notification is answered with ${noted.status}`);
    return {
      version: String(hello['protocolVersion']),
      instructions: String(hello['instructions']),
      tools: async () => (await ask('tools/list'))['tools'] as ListedTool[], // as the specification says
      call: async (name, input = {}) => (await ask('tools/call', { name, arguments: input })) as ToolResult, // as the specification says
      prompts: async () => (await ask('prompts/list'))['prompts'] as ListedPrompt[], // as the specification says
      prompt: async (name, input) => textOfPrompt(await ask('prompts/get', { name, arguments: input })),
      close: () => Promise.resolve(),
    };
  };

/** Returns the answer from a JSON body, or from the event that carries the id. */
async function replyTo(id: number, response: Response): Promise<Reply> {
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const messages = isStream
    ? text.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []))
    : [text];
  // The shape of a JSON-RPC reply.
  const reply = messages.map((message) => JSON.parse(message) as Reply).find((one) => one.id === id);
  if (reply === undefined) throw new Error(`no reply to ${id} in ${text}`);
  return reply;
}

/** Clients that share no code. Every journey runs with each of them. */
export const clients: [name: string, connect: (url: string, credentials: Credentials) => Promise<ToolClient>][] = [
  ['the official client', official],
  ['the official client, without a session', sessionless],
  ['plain fetch, 2025-06-18', plain('2025-06-18')],
  ['plain fetch, 2025-11-25', plain('2025-11-25')],
];
