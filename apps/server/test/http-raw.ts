import { connect, type Socket } from 'node:net';

import { waitLimitMs } from '@goal/db/testing';
import { expect } from 'vitest';

/** One answer as its bytes came. */
export type RawAnswer = {
  status: number;
  /** Names in lower case; a repeated name fails the parsing. */
  headers: ReadonlyMap<string, string>;
  text: string;
};

/** A connection on which a test writes bytes that no HTTP client would. */
export type RawConnection = {
  socket: Socket;
  write: (text: string | Uint8Array) => void;
  /**
   * The next answer; fails when the other side closes first, or when nothing comes for
   * `waitLimitMs`.
   */
  answer: () => Promise<RawAnswer>;
  /** Resolves when the other side has closed. */
  closed: Promise<void>;
  close: () => void;
};

export function openRaw(origin: string): RawConnection {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let got: Buffer = Buffer.alloc(0);
  let isClosed = false;
  let wake = (): void => {};
  socket.on('data', (chunk: Buffer) => {
    got = Buffer.concat([got, chunk]);
    wake();
  });
  socket.on('timeout', () => socket.destroy());
  // A reset counts as an orderly close: earlier answers are kept.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isClosed = true;
      wake();
      resolve();
    });
  });
  return {
    socket,
    write: (text) => void socket.write(text),
    closed,
    close: () => socket.destroy(),
    async answer() {
      socket.setTimeout(waitLimitMs);
      for (;;) {
        const parsed = parse(got);
        if (parsed !== undefined) {
          got = parsed.rest;
          return parsed.answer;
        }
        if (isClosed) throw new Error(`closed after ${JSON.stringify(got.toString('latin1').slice(0, 300))}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

/** One request on a connection of its own, as raw text. */
export async function exchange(origin: string, text: string | Uint8Array): Promise<RawAnswer> {
  const connection = openRaw(origin);
  try {
    connection.write(text);
    return await connection.answer();
  } finally {
    connection.close();
  }
}

function parse(bytes: Buffer): { answer: RawAnswer; rest: Buffer } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    expect(headers.has(name), `${name} twice`).toBe(false);
    headers.set(name, line.slice(colon + 1).trim());
  }
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  if (status === 100) return parse(bytes.subarray(end + 4));
  const rest = bytes.subarray(end + 4);
  const body = headers.get('transfer-encoding') === 'chunked' ? readChunks(rest) : readLength(rest, headers);
  return body && { answer: { status, headers, text: body.text }, rest: rest.subarray(body.bytes) };
}

/** REST answers declare their length; a 204 has no body. */
function readLength(bytes: Buffer, headers: ReadonlyMap<string, string>): { text: string; bytes: number } | undefined {
  const length = Number(headers.get('content-length') ?? 0);
  return bytes.length < length ? undefined : { text: bytes.subarray(0, length).toString(), bytes: length };
}

/** The tRPC adapter sends chunked answers. */
function readChunks(bytes: Buffer): { text: string; bytes: number } | undefined {
  let text = '';
  for (let at = 0; ;) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16);
    const next = line + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return { text, bytes: next };
    text += bytes.subarray(line + 2, line + 2 + size).toString();
    at = next;
  }
}

/** Expects exactly this refusal (rulings §2.1). */
export function expectRefusal(answer: RawAnswer, status: number, error: string): void {
  expect({ status: answer.status, text: answer.text }).toEqual({ status, text: JSON.stringify({ error }) });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
}

/** A request as text, with a handwritten head; `path` is below the base path. */
export function rawRequest(method: string, path: string, headers: readonly string[], body = ''): string {
  return [`${method} /v1/goal${path} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n');
}

/** A body in chunked encoding. */
export function chunked(...chunks: string[]): string {
  return [...chunks, ''].map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join('');
}
