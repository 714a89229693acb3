import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

import type { AccountReceivedEvent, WebhookSink } from '@goal/contract';
import { onTestFinished } from 'vitest';

import { openGuard, type Guard, type GuardOptions } from '../src/guard/guard.ts';
import type { Resolve } from '../src/guard/resolve.ts';
import type { Batch } from '../src/sink.ts';

/** Opens a guard for one test. */
export function aGuard(options: Partial<GuardOptions> = {}): Guard {
  const guard = openGuard({ allowNets: undefined, ...options });
  onTestFinished(() => guard.close());
  return guard;
}

/** … that allows this machine. */
export const localGuard = (resolve?: Resolve): Guard =>
  aGuard({ allowNets: '127.0.0.0/8', ...(resolve && { resolve }) });

export const aWebhook = (url: string): WebhookSink => ({
  type: 'webhook',
  url,
  batch: 100,
  body: 'standard',
  headers: {},
});

/** Listens on a free port of this machine until the test ends. Resolves to the port. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<{ destroy: () => unknown }>();
  server.on('connection', (socket: { destroy: () => unknown }) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port; // a server that listens on TCP
}

/** A server on all addresses of this machine, with the number of connections that reached it. */
export async function openTrap(): Promise<{ port: number; reached: () => number }> {
  let reached = 0;
  const server = createServer((_request, response) => void response.end());
  server.on('connection', () => (reached += 1));
  return { port: await listen(server, '::'), reached: () => reached };
}

/** An event of a tail. */
export function anEvent(fields: Partial<AccountReceivedEvent> = {}): AccountReceivedEvent {
  return {
    id: 2049,
    occurred_at: '2026-11-22T09:39:59.001Z',
    code: 1000,
    severity: 'critical',
    object: 'user',
    event_type: 'login',
    user_id: 5,
    username: 'änna',
    message: 'Grüße',
    site_id: '7f1c2a3e-5b64-4c1f-8a52-0d9e6c2b1a00',
    domain: 'shop.example.com',
    received_at: '2026-11-22T09:40:00.123Z',
    ...fields,
  };
}

/** Key 32 × 0x09. */
export const aSecret = 'whsec_CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk=';

export function aBatch(fields: Partial<Batch> = {}): Batch {
  return {
    streamId: '0b6f7f4e-2f0a-4a52-9a5b-7a1c3d5e9f10',
    accountId: 'a1b2c3d4-2f0a-4a52-9a5b-7a1c3d5e9f10',
    id: 'msg_93da5ed620487269adc8851776bea35c',
    start: { seq: 41, eventId: 0 },
    events: [anEvent()],
    isTest: false,
    signing: [aSecret],
    ...fields,
  };
}
