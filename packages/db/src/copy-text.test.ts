import { Socket } from 'node:net';

import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { copyMessage, copyText, type CopiedText } from './copy-text.ts';
import { freshDatabase } from './testing/index.ts';

/** A socket whose bytes arrive in pieces of 1 to 7. */
class Pieces extends Socket {
  #next = 0;

  override push(chunk: Buffer | null): boolean {
    let goesOn = true;
    for (let at = 0; chunk !== null && at < chunk.length;) {
      this.#next = (this.#next % 7) + 1;
      goesOn = super.push(chunk.subarray(at, at + this.#next));
      at += this.#next;
    }
    return chunk === null ? super.push(null) : goesOn;
  }
}

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let pool: pg.Pool;
let inPieces: pg.Pool;
beforeAll(async () => {
  fresh = await freshDatabase();
  pool = new pg.Pool({ connectionString: fresh.url, max: 1 });
  inPieces = new pg.Pool({ connectionString: fresh.url, max: 1, stream: () => new Pieces() });
});
afterAll(async () => {
  await Promise.all([pool.end(), inPieces.end()]);
  await fresh.drop();
});

const rowsOf = ({ bytes }: CopiedText): string[] => {
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at = copyMessage.end(bytes, at))
    found.push(bytes.toString('utf8', at + copyMessage.head, copyMessage.end(bytes, at) - 1));
  return found;
};
const lines = (count: number): string[] =>
  Array.from({ length: count }, (_, nth) => `${nth + 1}\t${'é'.repeat(nth % 90)}`);
const text = `select n, repeat('é', (n - 1) % 90) from generate_series(1, $1::int) n`;

test('rows come whole and in order, however the connection cuts its bytes', async () => {
  for (const [on, count] of [
    [pool, 20_000],
    [inPieces, 500],
    [inPieces, 0],
  ] as const) {
    const copy = await copyText(on, { text, values: [count] }, Buffer.alloc(4 * 1024 * 1024));
    expect(rowsOf(copy)).toEqual(lines(count));
    expect(copy).toMatchObject({ count, isCut: false });
    expect(copy.last).toBe(count === 0 ? 0 : copy.bytes.lastIndexOf(`${count}\t`) - copyMessage.head);
  }
});

test('as many rows are kept as fit, and at least one', async () => {
  for (const on of [pool, inPieces]) {
    const copy = await copyText(on, { text, values: [500] }, Buffer.alloc(5000));
    expect(copy).toMatchObject({ isCut: true, count: rowsOf(copy).length });
    expect(copy.bytes.length).toBeLessThanOrEqual(5000);
    expect(copy.bytes.length + Buffer.byteLength(`${lines(500)[copy.count]}\n`) + copyMessage.head).toBeGreaterThan(
      5000,
    );
    expect(rowsOf(copy)).toEqual(lines(copy.count));
    const one = await copyText(
      on,
      { text: `select repeat('é', 90) from generate_series(1, 3)`, values: [] },
      Buffer.alloc(9),
    );
    expect([rowsOf(one), one.isCut]).toEqual([['é'.repeat(90)], true]);
  }
});

test('what else the database says while rows arrive reaches its readers, and the connection serves the next statement', async () => {
  for (const on of [pool, inPieces]) {
    const notices: (string | undefined)[] = [];
    const client = await on.connect();
    client.on('notice', ({ message }) => notices.push(message));
    await client.query(`create function pg_temp.noted(n int) returns int language plpgsql as
      $$ begin if n % 100 = 0 then raise notice '%', n; end if; return n; end $$`);
    client.release();
    const noted = { text: 'select pg_temp.noted(n) from generate_series(1, 300) n', values: [] };
    expect((await copyText(on, noted, Buffer.alloc(10_000))).count).toBe(300);
    expect(notices).toEqual(['100', '200', '300']);
    const failing = { text: 'select 1 / (200 - n) from generate_series(1, 300) n', values: [] };
    await expect(copyText(on, failing, Buffer.alloc(10_000))).rejects.toThrow('division by zero');
    await expect(copyText(on, { text: 'select nothing', values: [] }, Buffer.alloc(9))).rejects.toThrow('nothing');
    // A pool of one connection: nothing is left of the failures.
    expect((await on.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect((await copyText(on, { text, values: [3] }, Buffer.alloc(10_000))).count).toBe(3);
  }
});
