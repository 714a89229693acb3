import { connect, type Socket } from 'node:net';

import { limits } from '@goal/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeEvent, startService, type Site, type TestService } from './harness.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const MiB = 1024 * 1024;

/** Bodies of 4 MiB that pause once the service has reserved room for all of them. */
class SlowBodies {
  readonly answers: string[] = [];
  readonly #sockets: Socket[];

  constructor(
    site: Site,
    readonly count: number,
  ) {
    const { hostname, port } = new URL(service.origin);
    const head = `POST /v1/goal/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${site.token}\r\nX-Site-Domain: ${site.domain}\r\nContent-Type: application/json\r\nContent-Length: ${4 * MiB}\r\n\r\n`;
    const body = Buffer.alloc(2.5 * MiB, ' ');
    this.#sockets = Array.from({ length: count }, () => {
      const socket = connect(Number(port), hostname).on('error', () => {});
      socket.once('data', (chunk) => this.answers.push(chunk.toString()));
      socket.write(head);
      socket.write(body);
      return socket;
    });
  }

  /** Waits until the bodies without room are refused. */
  async settled(open: number): Promise<void> {
    await expect.poll(() => this.count - this.answers.length).toBe(open);
  }

  end(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

const inRoom = limits.bodiesBytes / (4 * MiB);

describe('R§2.2 unfinished bodies', () => {
  it('R§2.2 use at most 64 MiB per instance: of 40 slow ones of 4 MiB 16 find room, the others get Retry-After', async () => {
    const slow = new SlowBodies(await service.makeSite(await service.makeAccount()), 40);
    try {
      await slow.settled(inRoom);
      for (const answer of slow.answers)
        expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*Retry-After: 1\r\n[^]*\{"error":"service unavailable"\}$/i);
    } finally {
      slow.end();
    }
  });

  it('of an account that holds all the memory give way, one for one, to accounts that hold less', async () => {
    const [greedy, other] = await Promise.all([service.makeAccount(), service.makeAccount()]);
    const sites = await Promise.all([service.makeSite(greedy), service.makeSite(greedy)]);
    const slow = sites.map((site) => new SlowBodies(site, inRoom));
    const held = (): number => slow.reduce((open, one) => open + one.count - one.answers.length, 0);
    try {
      await expect.poll(held).toBe(inRoom);
      const site = await service.makeSite(other);
      const large = () => site.call('POST', '/events', { body: makeEvent({ x: 'y'.repeat(3 * MiB) }) });
      for (let nth = 1; nth <= 3; nth += 1) expect((await large()).status).toBe(200);
      expect(held()).toBeLessThan(inRoom);
      // Half of the memory each is fair; beyond that nobody gives way.
      const modest = new SlowBodies(site, inRoom);
      try {
        await modest.settled(inRoom / 2);
        expect(held()).toBe(inRoom / 2);
      } finally {
        modest.end();
      }
    } finally {
      for (const one of slow) one.end();
    }
  });
});
