import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { waitLimitMs } from '@goal/db/testing';
import { expect } from 'vitest';
import type { z } from 'zod';

export type CallOptions = {
  /** The bearer token; without it no `Authorization` header is sent. */
  token?: string | undefined;
  /** An object is sent as JSON; text and bytes are sent unchanged. */
  body?: unknown;
  query?: Readonly<Record<string, string | number | readonly string[]>>;
  headers?: Readonly<Record<string, string>>;
  /** `X-Site-Domain`. */
  domain?: string;
  /** `path` is absolute, not below the base path: `/trpc/account.me`, `/healthz`. */
  root?: boolean;
  /**
   * Return any answer. By default a 503 is retried after its `Retry-After`, as the contract tells
   * every client of a service under load (rulings §2.2), and any other 5xx fails the test at once.
   */
  allow5xx?: boolean;
};

/** An answer, with its body as text and, if it is JSON, parsed. */
export class Answer {
  constructor(
    readonly request: string,
    readonly status: number,
    readonly headers: IncomingHttpHeaders,
    readonly text: string,
  ) {}

  /** The JSON body; undefined without one. */
  get body(): unknown {
    return this.text === '' ? undefined : (JSON.parse(this.text) as unknown);
  }

  /**
   * The body of a success with this status and exactly this shape: extra and missing fields both
   * fail.
   */
  as<S extends z.ZodType>(status: number, shape: S): z.output<S> {
    expect(this.status, `${this.request}: ${this.text}`).toBe(status);
    const parsed = shape.parse(this.body);
    expect(this.body, this.request).toEqual(parsed);
    return parsed;
  }

  /** Expects a refusal with exactly this status and sentence, and nothing else in its body. */
  refused(status: number, error: string): void {
    expect({ status: this.status, text: this.text }, this.request).toEqual({ status, text: JSON.stringify({ error }) });
  }

  /** Expects 204 without body and content type (rulings §2.7). */
  done(): void {
    expect({ status: this.status, text: this.text, type: this.headers['content-type'] }, this.request).toEqual({
      status: 204,
      text: '',
      type: undefined,
    });
  }
}

export type Client = {
  /** `http://127.0.0.1:PORT`; changes when the service is restarted. */
  origin: string;
  readonly basePath: string;
  /** A request over HTTP; `path` is below the base path: `/account/me`. For 5xx see `allow5xx`. */
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  /** Closes the kept connections. */
  close: () => void;
};

/** A client of a service, with keep-alive connections. */
export function openClient(origin: string, basePath: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const client: Client = {
    origin,
    basePath,
    async call(method, path, options = {}) {
      const giveUpAt = performance.now() + waitLimitMs;
      for (;;) {
        const url = `${client.origin}${options.root === true ? '' : basePath}${path}${queryOf(options)}`;
        const answer = await send(agent, method, url, options);
        expectChallenge(answer);
        if (answer.status < 500 || options.allow5xx === true) return answer;
        const retryMs = 1000 * Number(answer.headers['retry-after']);
        if (answer.status !== 503 || !(performance.now() + retryMs < giveUpAt))
          throw new Error(`${answer.request} was answered with ${answer.status} ${answer.text}`);
        await sleep(retryMs);
      }
    },
    close: () => agent.destroy(),
  };
  return client;
}

/** Every 401 names the credential that it asks for (rulings §2.15). */
function expectChallenge({ request: asked, status, headers, text }: Answer): void {
  if (status !== 401) return;
  const challenges = ['Bearer realm="goal"', 'Bearer realm="goal", error="invalid_token"'];
  // An answer to HEAD has no sentence that tells which of them it is.
  const expected = asked.startsWith('HEAD ') ? challenges : [challenges[text.includes('"invalid token"') ? 1 : 0]];
  expect(expected, asked).toContain(headers['www-authenticate']);
}

function queryOf({ query }: CallOptions): string {
  if (query === undefined) return '';
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (typeof value === 'object' ? value : [String(value)]).map((one): [string, string] => [name, one]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

function send(agent: Agent, method: string, url: string, options: CallOptions): Promise<Answer> {
  const { token, domain, headers } = options;
  const body =
    options.body === undefined || typeof options.body === 'string' || options.body instanceof Uint8Array
      ? options.body
      : JSON.stringify(options.body);
  const all = {
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(domain === undefined ? {} : { 'X-Site-Domain': domain }),
    ...(body === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    // `path` is passed unchanged, because the URL parser would normalize it.
    const { hostname, port, origin } = new URL(url);
    const path = url.slice(origin.length);
    const req = request({ agent, method, hostname, port, path, headers: all, timeout: waitLimitMs }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () =>
        resolve(new Answer(`${method} ${path}`, res.statusCode ?? 0, res.headers, Buffer.concat(chunks).toString())),
      );
    });
    req.on('error', reject);
    req.on('timeout', () => req.destroy(new Error(`${method} ${path}: no answer`)));
    req.end(body);
  });
}
