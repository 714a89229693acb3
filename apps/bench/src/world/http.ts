import { Agent, request } from 'node:http';

export type Call = {
  method?: 'GET' | 'POST' | 'PATCH';
  /** Below the base path, or below the origin with `outside`. */
  path: string;
  outside?: true;
  token?: string;
  domain?: string;
  /** JSON text. */
  body?: string;
  /** The status that is right for it; any other is an error. */
  expect?: number;
};

/** Sends requests over connections that stay open, at most `connections` at a time. */
export type Http = {
  /** Returns the text of the answer. Throws when the status is not the expected one (200). */
  send: (call: Call) => Promise<string>;
  close: () => void;
};

const basePath = '/v1/goal';

export function openHttp(origin: string, connections: number): Http {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
  const { hostname, port } = new URL(origin);
  const send = ({ method = 'GET', path, outside, token, domain, body, expect = 200 }: Call): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(domain === undefined ? {} : { 'X-Site-Domain': domain }),
        ...(body === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
      };
      const sent = request(
        { agent, hostname, port, method, path: outside ? path : `${basePath}${path}`, headers, timeout: 30_000 },
        (res) => {
          const chunks: Buffer[] = [];
          res.on('data', (chunk: Buffer) => chunks.push(chunk));
          res.once('error', reject);
          res.once('end', () => {
            const text = Buffer.concat(chunks).toString();
            if (res.statusCode === expect) resolve(text);
            else
              reject(
                new Error(`${method} ${path} was answered ${res.statusCode}, not ${expect}: ${text.slice(0, 200)}`),
              );
          });
        },
      );
      sent.once('timeout', () => sent.destroy(new Error(`${method} ${path} was not answered within 30 s`)));
      sent.once('error', reject);
      sent.end(body);
    });
  return { send, close: () => agent.destroy() };
}
