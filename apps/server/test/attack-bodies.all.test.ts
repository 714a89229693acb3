import { connect, type Socket } from 'node:net';

import { limits } from '@goal/contract';
import { describe, expect, it } from 'vitest';

import { freshDomain, makeEvent, sharedService, type Site } from './harness.ts';
import { openRaw } from './http-raw.ts';

const service = await sharedService();
const site = await service.makeSite(await service.makeAccount());

const MiB = 1024 * 1024;

/** Sends a request whose body comes in chunks of one byte each, and returns the answer. */
function sendInCrumbs(path: string, authorization: string, bytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.origin);
    const socket = connect(Number(port), hostname);
    const crumbs = Buffer.from('1\r\n \r\n'.repeat(16_384));
    let left = bytes;
    const write = (): void => {
      for (; left > 0; left -= 16_384) if (!socket.write(crumbs)) return void socket.once('drain', write);
      socket.write('0\r\n\r\n');
    };
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${authorization}\r\nX-Site-Domain: ${site.domain}\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n',
    );
    write();
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

describe('R§2.2 what one request may cost the others', () => {
  it.each(['/v1/goal/events', '/trpc/ingest.events.send'])(
    'R§2.2 a body in chunks of one byte is read and judged as any other: %s',
    async (path) => {
      expect(await sendInCrumbs(path, site.token, MiB / 8)).toMatch(
        /^HTTP\/1\.1 400 [^]*invalid JSON body|occurred_at required/,
      );
    },
  );

  it.each(['/v1/goal/events', '/trpc/ingest.events.send'])(
    'R§2.4 the credential is judged before a body arrives: %s',
    async (path) => {
      const connection = openRaw(service.origin);
      try {
        connection.write(
          `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer nobody\r\nContent-Type: application/json\r\nContent-Length: ${MiB}\r\n\r\n `,
        );
        expect((await connection.answer()).status).toBe(401);
      } finally {
        connection.close();
      }
    },
  );

  it('R§5.1 R§6.8 a name of 300,000 letters is refused as a domain', async () => {
    const letters = Array.from({ length: 300_000 }, (_, at) => String.fromCharCode(0x4e00 + (at % 20_000))).join('');
    const body = { domain: `${letters}.com`, site_url: 'https://x.example.com' };
    const owner = await service.makeAccount();
    (await owner.call('POST', '/sites', { body })).refused(400, 'invalid domain');
    const header = Buffer.from(`${letters.slice(0, 4000)}.com`).toString('latin1');
    (await site.call('GET', '/events', { domain: header })).refused(403, 'domain mismatch');
  });

  it('R§2.3 R§7.3 a body of millions of parts is parsed no further than needed: the event is stored, invalid JSON is refused', async () => {
    const event = (junk: string): string =>
      JSON.stringify(makeEvent({ junk: 0 })).replace('"junk":0', `"junk":${junk}`);
    const nasty = [
      '['.repeat(2 * MiB - 1000) + ']'.repeat(2 * MiB - 1000),
      `[${'{},'.repeat(MiB)}0]`,
      `[${'1,'.repeat(2 * MiB - 1000)}1]`,
      `0${Array.from({ length: 280_000 }, (_, nth) => `,"x${nth}":0`).join('')}`,
    ];
    for (const junk of nasty) {
      const kept = await site.call('POST', '/events', { body: event(junk) });
      expect(kept.body).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
      (await site.call('POST', '/events', { body: event(junk).slice(0, -1) })).refused(400, 'invalid JSON body');
    }
    const many = `{"events":[${'{},'.repeat(MiB)}{}]}`;
    (await site.call('POST', '/events', { body: many })).refused(413, 'too many events');
    // The content of a text does not count as parts.
    const text = await site.call('POST', '/events', { body: makeEvent({ message: '{"[,\\'.repeat(200_000) }) });
    expect(text.body).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
  });

  it('R§2.1 bodies that never end use the memory budget of their own account, not of others', async () => {
    const other = await service.makeSite(await service.makeAccount(), { domain: freshDomain() });
    const { hostname, port } = new URL(service.origin);
    const head = `POST /v1/goal/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${site.token}\r\nX-Site-Domain: ${site.domain}\r\nContent-Type: application/json\r\nContent-Length: ${4 * MiB}\r\n\r\n`;
    const sockets = Array.from({ length: 24 }, () => {
      const socket = connect(Number(port), hostname).on('error', () => {});
      socket.write(head);
      socket.write(Buffer.alloc(3.5 * MiB, ' '));
      return socket;
    });
    try {
      // Bodies that find no room are refused; the others wait for their remaining bytes.
      const answers = sockets.map(
        (socket) => new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString()))),
      );
      expect(await Promise.race(answers)).toMatch(/^HTTP\/1\.1 503 [^]*Retry-After: 1/i);
      const taken = await other.call('POST', '/events', { body: makeEvent() });
      expect(taken.body).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    // Their memory budget is free again.
    await expect
      .poll(
        async () =>
          (await site.call('POST', '/events', { body: makeEvent({ x: 'y'.repeat(3 * MiB) }), allow5xx: true })).status,
      )
      .toBe(200);
  });
});

describe('R§2.1 answers that nobody reads', () => {
  it('R§2.1 use the memory budget of their own account, and release it when the connection ends', async () => {
    const [slow, other] = [
      await service.makeSite(await service.makeAccount()),
      await service.makeSite(await service.makeAccount()),
    ];
    for (let part = 0; part < 2; part += 1) {
      await service.ingest(
        slow,
        Array.from({ length: 100 }, () => makeEvent({ message: '😀'.repeat(8192) })),
      );
    }
    await service.ingest(other, [makeEvent()]);
    await service.setReadRate(slow, 100);
    const { hostname, port } = new URL(service.origin);
    const page = `GET /v1/goal/events?limit=200 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${slow.token}\r\nX-Site-Domain: ${slow.domain}\r\n\r\n`;
    const sockets: Socket[] = [];
    const askAndNotRead = (): void => {
      const socket = connect(Number(port), hostname).on('error', () => {});
      sockets.push(socket.pause());
      socket.write(page);
    };
    const status = async (site: Site): Promise<number> =>
      (await site.call('GET', '/events', { query: { limit: 200 }, allow5xx: true })).status;
    try {
      // Some are refused because others queue ahead of them, so each round sends one more.
      const next = (): Promise<number> => {
        askAndNotRead();
        return status(slow);
      };
      for (let nth = 0; nth < limits.answersOfKeyBytes / (200 * 32_768); nth += 1) askAndNotRead();
      await expect.poll(next).toBe(503);
      expect(await status(other)).toBe(200);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    await expect.poll(() => status(slow)).toBe(200);
  });
});
