import { Agent, request } from 'node:http';

export type Asked = {
  method?: 'GET' | 'POST';
  /** Below the base path, or below the origin with `outside`. */
  path: string;
  outside?: true;
  token?: string;
  domain?: string;
  body?: unknown;
};
export type Answered = { status: number; body: string };

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
/** rulings §2.2: no request takes this long. */
const hangAfterMs = 15_000;

/**
 * Sends one request by Node's own client. Throws if the connection ends without an answer, and
 * `Hang` after `hangAfterMs`.
 */
export function ask(origin: string, { method = 'GET', path, outside, token, domain, body }: Asked): Promise<Answered> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(domain === undefined ? {} : { 'X-Site-Domain': domain }),
    ...(text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
  };
  return new Promise((resolve, reject) => {
    const req = request(
      `${origin}${outside ? '' : '/v1/goal'}${path}`,
      { agent, method, headers, timeout: hangAfterMs },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        res.on('end', () => resolve({ status: res.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
      },
    );
    req.on('error', reject);
    req.on('timeout', () =>
      req.destroy(new Hang(`${method} ${path.split('?')[0]}: no answer within ${hangAfterMs} ms`)),
    );
    req.end(text);
  });
}

/** A request without an answer in time. */
export class Hang extends Error {}
