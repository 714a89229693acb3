import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that carried a webhook. */
export type Hook = { headers: http.IncomingHttpHeaders; body: string };

/** A receiver of webhooks on loopback. */
export type Hooks = {
  url: string;
  /** The requests that it answered with a yes. */
  taken: Hook[];
  /** The messages of the events in them. */
  messages: () => string[];
  /** Answers with a status from now on; 200 at first. */
  answer: (status: number) => void;
  close: () => Promise<void>;
};

type Body = { data: { events: { message: string }[] } };
export const messagesOf = ({ body }: Hook): string[] =>
  (JSON.parse(body) as Body).data.events.map(({ message }) => message);

/** Whether one of its signatures is of this secret. */
export function isSigned({ headers, body }: Hook, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const signature = createHmac('sha256', key).update(text).digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`);
}

export async function openHooks(): Promise<Hooks> {
  const taken: Hook[] = [];
  let status = 200;
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (status === 200) taken.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // a server that listens has one
  return {
    url: `http://127.0.0.1:${port}/hook`,
    taken,
    messages: () => taken.flatMap(messagesOf),
    answer: (given) => (status = given),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
