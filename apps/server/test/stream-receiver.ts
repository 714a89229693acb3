import http from 'node:http';
import type { AddressInfo } from 'node:net';

import { createdStreamShape, streamShape, type StreamView } from '@goal/contract';
import { until } from '@goal/db/testing';

import type { Account } from './harness.ts';

/** A request that a receiver got. */
export type Received = { path: string; headers: http.IncomingHttpHeaders; body: string; raw: Buffer };
/** What a receiver answers; 200 without a word. */
export type Reply = { status?: number; body?: string; headers?: Record<string, string> };

export type Receiver = {
  url: string;
  requests: Received[];
  /** Decides the answers from now on. */
  answer: (request: Received) => Reply;
  /** Awaited before each answer. */
  hold: () => Promise<void>;
  /** The ids of all events that came with a yes, in the order of their first arrival. */
  ids: () => number[];
  close: () => Promise<void>;
};

type Body = { data: { events: { id: number }[] } };
export const idsOf = ({ body }: Pick<Received, 'body'>): number[] =>
  (JSON.parse(body) as Body).data.events.map(({ id }) => id);

/** An HTTP server on this machine that keeps what it gets. */
export async function openReceiver(answer: (request: Received) => Reply = () => ({})): Promise<Receiver> {
  const taken: number[] = [];
  const requests: Received[] = [];
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const raw = Buffer.concat(parts);
      const got = { path: request.url ?? '', headers: request.headers, body: raw.toString(), raw };
      requests.push(got);
      void receiver.hold().then(() => {
        const { status = 200, body = '', headers = {} } = receiver.answer(got);
        if (status < 300 && got.body.startsWith('{"type"')) taken.push(...idsOf(got).filter((id) => id !== 0));
        response.writeHead(status, headers).end(body);
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // a server that listens has one
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    requests,
    answer,
    hold: () => Promise.resolve(),
    ids: () => [...new Set(taken)],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return receiver;
}

export async function makeStream(
  account: Account,
  sink: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<{ id: string; name: string; secret: string | null }> {
  const body = { name: `stream ${Math.random()}`, sink, ...more };
  return (await account.call('POST', '/streams', { body })).as(201, createdStreamShape);
}

export const readStream = async (account: Account, id: string): Promise<StreamView> =>
  (await account.call('GET', `/streams/${id}`)).as(200, streamShape);

/** Slower than a key regains its tokens, because an account has ten keys and no more. */
export const askingPauseMs = 150;

/** Waits until a stream is as asked. */
export async function untilStream(
  account: Account,
  id: string,
  is: (stream: StreamView) => boolean,
): Promise<StreamView> {
  let last: StreamView | undefined;
  const asked = async (): Promise<boolean> => {
    last = await readStream(account, id);
    return is(last);
  };
  await until(asked, undefined, askingPauseMs);
  if (last === undefined) throw new Error('no stream was read');
  return last;
}
