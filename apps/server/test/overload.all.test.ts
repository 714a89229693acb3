import { connect, type Socket } from 'node:net';

import Stripe from 'stripe';
import { inAllRun } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { isOfBusyMachine, startService, type TestService } from './harness.ts';

const allow5xx = true;
/** Makes /metrics return current values. */
const metricsToken = 'the-token-of-metrics';
const secret = 'whsec_test';
let service: TestService;
beforeAll(async () => {
  service = await startService({ metricsToken, stripeWebhookSecrets: [secret] });
});
afterAll(() => service.stop());

const reasons = ['overload', 'timeout', 'unavailable', 'error'] as const;
type Figures = Record<(typeof reasons)[number], number>;
async function figures(): Promise<Figures> {
  const { text } = await service.call('GET', '/metrics', { root: true, token: metricsToken });
  const of = (reason: string): number =>
    Number(new RegExp(`^goal_request_failures_total\\{reason="${reason}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
  return { overload: of('overload'), timeout: of('timeout'), unavailable: of('unavailable'), error: of('error') };
}
const metric = async (name: string): Promise<number> =>
  Number(
    new RegExp(`^${name} (\\S+)$`, 'm').exec(
      (await service.call('GET', '/metrics', { root: true, token: metricsToken })).text,
    )?.[1],
  );
/** Returns what requests logged above info since a given line. */
const warned = (since: number): string[] =>
  service.log.slice(since).filter((line) => !line.includes('"level":30') && !isOfBusyMachine(line));
/** Checks that this reason alone is counted, and that nobody is paged. */
async function expectReason(reason: keyof Figures, work: () => Promise<void>): Promise<void> {
  const [before, line] = [await figures(), service.log.length];
  await work();
  const after = await figures();
  expect(after[reason]).toBeGreaterThan(before[reason]);
  expect({ ...after, [reason]: 0 }).toEqual({ ...before, [reason]: 0 });
  expect(warned(line)).toEqual([]);
}

/** Opens webhook requests whose bodies never end; `answers` collects answers that come anyway. */
class Strangers {
  readonly answers: string[] = [];
  readonly #sockets: Socket[] = [];
  send(count: number, bytes: number): void {
    const { hostname, port } = new URL(service.origin);
    for (let nth = 0; nth < count; nth += 1) {
      const socket = connect(Number(port), hostname).on('error', () => {});
      socket.once('data', (chunk) => this.answers.push(chunk.toString('latin1', 0, 12)));
      socket.write(
        `POST /v1/goal/billing/stripe HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes + 1}\r\n\r\n${' '.repeat(bytes)}`,
      );
      this.#sockets.push(socket);
    }
  }
  leave(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
const deliver = (payload: string) =>
  service.call('POST', '/billing/stripe', {
    body: payload,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
    },
    allow5xx,
  });

describe('R§2.2 a request refused under load is no fault of the service', () => {
  it('a third waiting tail of one key counts as an overload and is refused with its sentence', async () => {
    const account = await service.makeAccount({ plan: 'starter' });
    await expectReason('overload', async () => {
      const waiting = [1, 2].map(() => account.call('GET', '/events/tail?wait=30'));
      await expect.poll(() => metric('goal_tail_waiting_requests')).toBe(2);
      (await account.call('GET', '/events/tail?wait=30', { allow5xx })).refused(503, 'service unavailable');
      (await service.admin('DELETE', `/accounts/${account.id}?confirm=true`)).done();
      await Promise.all(waiting);
    });
    expect(service.log.filter((line) => line.includes('refused: others come first'))).toHaveLength(1);
  });

  it.each([
    ['the webhook', '/v1/goal/billing/stripe'],
    ['native tRPC', '/trpc/account.sites.create'],
    ['MCP', '/v1/goal/mcp'],
    ['REST', '/v1/goal/account/sites'],
  ])('a sender that goes away before its body is whole is no fault: %s', async (_door, path) => {
    const account = await service.makeAccount({ plan: 'starter' });
    const [before, line] = [await figures(), service.log.length];
    const { hostname, port } = new URL(service.origin);
    const socket = connect(Number(port), hostname).on('error', () => {});
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: gone\r\nAuthorization: Bearer ${account.token}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 10\r\n\r\n{`,
    );
    await expect.poll(() => metric('goal_http_requests_in_flight')).toBe(2);
    socket.destroy();
    await expect.poll(() => service.log.slice(line).some((text) => text.includes('"gone"'))).toBe(true);
    expect(await figures()).toEqual(before);
    expect(warned(line)).toEqual([]);
  });

  inAllRun(() => {
    it('a statement timeout does not count as an unreachable database', async () => {
      const account = await service.makeAccount({ plan: 'starter' });
      const holder = await service.db.work.connect();
      try {
        await account.call('GET', '/groups');
        await expectReason('timeout', async () => {
          await holder.query('BEGIN; LOCK TABLE site_group IN ACCESS EXCLUSIVE MODE');
          const answer = await account.call('GET', '/groups', { allow5xx });
          answer.refused(503, 'service unavailable');
          expect(answer.headers['retry-after']).toBe('1');
        });
      } finally {
        holder.release(true);
      }
      expect(service.log.filter((line) => line.includes('refused: the database took too long'))).toHaveLength(1);
    });

    it('webhook bodies beyond the memory bound page nobody, and R§9.4 a signed message among them is accepted', async () => {
      const strangers = new Strangers();
      try {
        await expectReason('overload', async () => {
          strangers.send(80, 1_000_000);
          await expect.poll(() => strangers.answers.length).toBeGreaterThan(10);
          strangers.send(300, 2000);
          for (let nth = 0; nth < 10; nth += 1)
            expect((await deliver(JSON.stringify({ id: `evt_${nth}`, type: 'invoice.paid' }))).status).toBe(200);
        });
        expect(new Set(strangers.answers)).toEqual(new Set(['HTTP/1.1 503']));
      } finally {
        strangers.leave();
      }
    });
  });
});

it.each([
  ['the event', { id: 'evt_\u0000' }, 'sub_1'],
  ['the subscription', { id: 'evt_1' }, 'sub_\u0000'],
  ['the event, half a surrogate', { id: 'evt_\ud800' }, 'sub_1'],
])(
  'R§9.4 a signed message with an id that no provider issues is answered 200 and changes nothing: %s',
  async (_, own, sub) => {
    const account = await service.makeAccount({ plan: 'starter' });
    const object = { id: sub, created: 10, status: 'canceled', metadata: { account_id: account.id } };
    const event = { ...own, created: 11, type: 'customer.subscription.deleted', data: { object } };
    expect((await deliver(JSON.stringify(event))).status).toBe(200);
    expect((await service.viewOf(account)).plan).toBe('starter');
  },
);
