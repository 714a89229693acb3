import { createHash } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';

import { accountReceivedEventShape, siteReceivedEventShape, type AccountReceivedEvent } from '@goal/contract';
import { timePasses, until } from '@goal/db/testing';
import { expect } from 'vitest';
import { z } from 'zod';

export type Target = { origin: string; basePath: string };

/**
 * Begins a request and returns its answer with the body unread. As `call` of the harness it asks
 * again after a 503, unless `allow5xx`.
 */
export async function begin(
  { origin, basePath }: Target,
  path: string,
  headers: Readonly<Record<string, string>>,
  { allow5xx = false } = {},
): Promise<IncomingMessage> {
  let answer: IncomingMessage | undefined;
  await until(async () => {
    answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${origin}${basePath}${path}`, { agent: false, headers }, resolve).on('error', reject);
    });
    if (answer.statusCode !== 503 || allow5xx) return true;
    answer.resume();
    await timePasses(1000 * Number(answer.headers['retry-after']));
    return false;
  });
  return answer ?? expect.fail();
}

/** Everything that arrives until the other side ends or breaks the connection. */
export async function rest(answer: IncomingMessage): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of answer) chunks.push(chunk as Buffer); // a response without an encoding yields buffers
  } catch {
    // The connection was cut off.
  }
  return { bytes: Buffer.concat(chunks), isWhole: answer.complete };
}

const headShape = z.strictObject({
  export: z.strictObject({
    scope: z.record(z.string(), z.string()),
    filters: z.record(z.string(), z.unknown()),
    started_at: z.iso.datetime({ precision: 3 }),
  }),
  checkpoint: z.string().optional(),
});
const checkpointShape = z.strictObject({ cursor: z.string().length(60), events: z.int() });
const endShape = z.strictObject({
  complete: z.literal(true),
  events: z.int(),
  sha256: z.string(),
  checkpoint: z.string().optional(),
});

export type Lines = {
  head: z.output<typeof headShape>['export'];
  events: AccountReceivedEvent[];
  /** The number of events of this export before each checkpoint. */
  checkpoints: { cursor: string; after: number }[];
  end: z.output<typeof endShape> | undefined;
};

/** Reads an export of lines to its end or its cut, and checks each line and the total. */
export function parseLines(bytes: Buffer): Lines {
  const lines = bytes.toString('utf8').split('\n');
  // Text after the last line end is a line that was cut off.
  lines.pop();
  const [head, ...others] = lines.map((line) => JSON.parse(line) as object);
  const read: Lines = { head: headShape.parse(head).export, events: [], checkpoints: [], end: undefined };
  for (const line of others) {
    expect(read.end).toBeUndefined();
    if ('id' in line) {
      // All lines have one form, so a sample is enough.
      const shape = 'domain' in line ? accountReceivedEventShape : siteReceivedEventShape;
      if (read.events.length % 97 === 0) shape.strict().parse(line);
      read.events.push(line as AccountReceivedEvent);
    } else if ('cursor' in line) {
      const { cursor, events } = checkpointShape.parse(line);
      expect(events).toBe(read.events.length);
      read.checkpoints.push({ cursor, after: events });
    } else read.end = endShape.parse(line);
  }
  if (read.end !== undefined) {
    expect(read.end.events).toBe(read.events.length);
    const before = bytes.subarray(0, bytes.lastIndexOf('\n', bytes.length - 2) + 1);
    expect(read.end.sha256).toBe(createHash('sha256').update(before).digest('hex'));
  }
  return read;
}

/** Parses rows of RFC 4180; every line must end in CRLF. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  const length = [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)].reduce(
    (sum, [all]) => sum + all.length,
    0,
  );
  expect(length).toBe(text.length);
  return rows;
}
