import { connect, type Socket } from 'node:net';

export type Call = {
  method?: 'GET' | 'POST' | 'DELETE';
  /** Relative to the base path, or to the origin with `outside`. */
  path: string;
  outside?: true;
  token?: string;
  domain?: string;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
  /** JSON text. */
  body?: string;
  /** The expected status, 200 by default; any other is an error. */
  expect?: number;
};

/** Sends requests over persistent connections, at most `connections` at a time. */
export type Http = {
  /** Returns the answer, whatever its status. */
  ask: (call: Call) => Promise<Answer>;
  /** Returns the text of the answer. Throws if the status is not the expected one. */
  send: (call: Call) => Promise<string>;
  close: () => void;
};

const basePath = '/v1/goal';
const idleTimeoutMs = 30_000;

/**
 * A minimal HTTP/1.1 client. It shares the cores with what it measures, and Node's own client costs
 * as much CPU time as the service needs for a request.
 */
export function openHttp(origin: string, connections: number): Http {
  const { hostname, port, host } = new URL(origin);
  const open = new Set<Connection>();
  const free: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  const acquire = (): Promise<Connection> | Connection => {
    for (let idle = free.pop(); idle !== undefined; idle = free.pop()) {
      if (idle.isOpen) return idle;
      open.delete(idle);
    }
    if (open.size === connections) return new Promise((resolve) => waiting.push(resolve));
    const connection = new Connection(connect(Number(port), hostname));
    open.add(connection);
    return connection;
  };
  const ask = async (call: Call): Promise<Answer> => {
    const connection = await acquire();
    // A failed connection is not returned, because the first failure ends a measure.
    const answer = await connection.exchange(textOf(call, host));
    const next = waiting.shift();
    if (next === undefined) free.push(connection);
    else next(connection);
    return answer;
  };
  return {
    ask,
    async send(call) {
      const { status, body } = await ask(call);
      const { method = 'GET', path, expect = 200 } = call;
      if (status === expect) return body;
      throw new Error(`${method} ${path} was answered with ${status} instead of ${expect}: ${body.slice(0, 200)}`);
    },
    close() {
      for (const connection of open) connection.close();
    },
  };
}

function textOf({ method = 'GET', path, outside, token, domain, headers = {}, body }: Call, host: string): string {
  const lines = [`${method} ${outside ? path : `${basePath}${path}`} HTTP/1.1`, `Host: ${host}`];
  if (token !== undefined) lines.push(`Authorization: Bearer ${token}`);
  if (domain !== undefined) lines.push(`X-Site-Domain: ${domain}`);
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

export type Answer = {
  status: number;
  body: string;
  /** The seconds of Retry-After; 0 without that header. */
  retryAfter: number;
};

/** One connection, one request at a time. */
class Connection {
  #received: Buffer = Buffer.alloc(0);
  #settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  constructor(private readonly socket: Socket) {
    socket.setNoDelay(true).setTimeout(idleTimeoutMs);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('timeout', () => {
      if (this.#settle !== undefined) socket.destroy(new Error(`no answer within ${idleTimeoutMs / 1000} s`));
    });
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => this.#settle?.reject(new Error('the service closed the connection')));
  }

  exchange(text: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.socket.write(text);
    });
  }

  /** False once the service has closed the connection, as it does after a long idle time. */
  get isOpen(): boolean {
    return this.socket.writable;
  }

  close(): void {
    this.socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const answer = answerIn(this.#received);
    if (answer === undefined) return;
    this.#received = Buffer.alloc(0);
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.resolve(answer);
  }
}

/** Returns the answer once it is complete. The text of a chunked answer keeps its chunk headers. */
function answerIn(received: Buffer): Answer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = received.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const from = end + 4;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  const isComplete =
    length === undefined
      ? status === 204 || received.subarray(-5).equals(lastChunk)
      : received.length === from + Number(length);
  if (!isComplete) return undefined;
  const retryAfter = Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 0);
  return { status, body: received.toString('utf8', from), retryAfter };
}

const lastChunk = Buffer.from('0\r\n\r\n');
