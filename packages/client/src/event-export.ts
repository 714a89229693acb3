import { createHash } from 'node:crypto';

import { backOff } from './backoff.ts';
import { GoalError, isRetryable } from './goal-error.ts';
import { callsOver, requestOf, type Input } from './operations.ts';
import { within, type CallOptions, type HttpRequest, type Opened, type Transport } from './transport.ts';

type ExportRoute = 'GET /account/events/export' | 'GET /events/export';
/** The input of an export of events, without the format, which `EventExport` sets. */
export type ExportInput<R extends ExportRoute> = Omit<Input<R>, 'format'>;

type Exported = { id: number; occurred_at: string };
type Query = { cursor?: string; order?: 'asc' | 'desc' };
type EndLine = { complete: true; events: number; sha256: string };
/** A line between events: the description of the export, or a checkpoint. */
type Mark = { id?: undefined; cursor?: string };

/** Limit of silence: even while a search finds nothing, a line comes every few seconds. */
const silenceLimitMs = 60_000;
/** Far larger than the longest line. */
const lineMaxBytes = 1024 * 1024;
const newline = 0x0a;

/**
 * Everything that matches, starting with the newest or the oldest event. It resumes a stream that
 * is cut off after the last event, and compares the number of events and the SHA-256 of each stream
 * with those that the service sent. So a loop that runs to its end gets every event once. The next
 * loop continues where a loop was left.
 */
export class EventExport<Event extends Exported> implements AsyncIterable<Event> {
  readonly #transport: Transport;
  readonly #route: ExportRoute;
  readonly #query: Query;
  readonly #options: CallOptions;
  #cursor: string | undefined;
  #last: Exported | undefined;

  /** @internal */
  constructor(transport: Transport, route: ExportRoute, query: Query, options: CallOptions) {
    this.#transport = transport;
    this.#route = route;
    this.#query = query;
    this.#options = options;
    this.#cursor = query.cursor;
  }

  /** The place where another export may continue; it advances every 10,000 events. */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    const retries = this.#transport.retriesOf(this.#options);
    for (let tries = 0; ; tries += 1) {
      try {
        for await (const event of this.#stream()) {
          tries = 0;
          yield event;
        }
        return;
      } catch (error) {
        if (tries >= retries || !isRetryable(error)) throw error;
        await backOff(tries, error.retryAfter, this.#options.signal);
      }
    }
  }

  /** One stream from the last checkpoint, without the events that the loop has already had. */
  async *#stream(): AsyncGenerator<Event, void, undefined> {
    const query = { ...this.#query, format: 'ndjson', ...(this.#cursor === undefined ? {} : { cursor: this.#cursor }) };
    const opened = await this.#transport.open(requestOf(this.#route, query), this.#options);
    const { requestId } = opened;
    const sum = createHash('sha256');
    let events = 0;
    for await (const bytes of wholeLines(chunksOf(opened, this.#options.signal), requestId)) {
      const { before, end } = split(bytes);
      sum.update(before);
      for (const text of before.toString('utf8').split('\n')) {
        if (text === '') continue;
        const line = lineOf(text, requestId);
        if (line.id === undefined) {
          this.#cursor = line.cursor ?? this.#cursor;
          continue;
        }
        events += 1;
        if (!this.#isNew(line)) continue;
        this.#last = line;
        yield line as Event; // the route determines the other fields
      }
      if (end === undefined) continue;
      if (end.events === events && end.sha256 === sum.digest('hex')) return;
      throw new GoalError('the export is damaged: it is not what the service sent', { status: 200, requestId });
    }
    throw new GoalError('the export was cut off', { status: 0, requestId });
  }

  /** Whether an event comes after the last one that the loop has had, by time and then by id. */
  #isNew({ occurred_at: at, id }: Exported): boolean {
    if (this.#last === undefined) return true;
    const { occurred_at: lastAt, id: lastId } = this.#last;
    // All times have the same form, so they compare as strings.
    const isLater = at === lastAt ? id > lastId : at > lastAt;
    const isSame = at === lastAt && id === lastId;
    return !isSame && isLater === (this.#query.order === 'asc');
  }
}

/**
 * The bytes of an export in either format. At their end it compares their SHA-256 with the one that
 * the service tells, because behind a proxy a file that was cut off may look whole. Throws
 * `GoalError` if they are cut off: the file is then incomplete.
 */
export async function* downloadExport<R extends ExportRoute>(
  transport: Transport,
  route: R,
  query: Input<R>,
  options: CallOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const opened = await transport.begin(requestOf(route, query), options);
  const sum = createHash('sha256');
  for await (const bytes of chunksOf(opened, options.signal)) {
    sum.update(bytes);
    yield bytes;
  }
  const { requestId } = opened;
  const id = opened.response.headers.get('X-Export-Id');
  if (id === null) throw new GoalError('the answer is not an export', { status: 200, requestId });
  const tell = callsOver(transport)(route === 'GET /events/export' ? 'GET /exports/{id}' : 'GET /account/exports/{id}');
  const { sha256 } = await tell({ id }, options);
  if (sha256 !== sum.digest('hex')) throw new GoalError('the export was cut off', { status: 0, requestId });
}

/** The bytes of an answer. Throws `GoalError` if its connection breaks. */
export async function* download(
  transport: Transport,
  request: HttpRequest,
  options: CallOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* chunksOf(await transport.begin(request, options), options.signal);
}

/** The chunks of a body. The wait for a chunk is bounded, the time of the reader is not. */
async function* chunksOf(opened: Opened, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array, void, undefined> {
  const { response, deadline } = opened;
  const reader = response.body?.getReader();
  try {
    while (reader !== undefined) {
      deadline.extend(silenceLimitMs);
      const { done, value } = await within(opened, signal, () => reader.read());
      deadline.rest();
      if (done) return;
      yield value;
    }
  } finally {
    deadline.end();
    // Releases the connection if the loop was left early; a failure to do so does not matter.
    await reader?.cancel().catch(() => {});
  }
}

/** The same in pieces that end with a line. Leaves out an incomplete last line. */
async function* wholeLines(chunks: AsyncIterable<Uint8Array>, requestId: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const all = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    const end = all.lastIndexOf(newline) + 1;
    rest = all.subarray(end);
    if (rest.length > lineMaxBytes) throw new GoalError('the answer is not an export', { status: 200, requestId });
    if (end > 0) yield all.subarray(0, end);
  }
}

function lineOf(text: string, requestId: string): Exported | Mark {
  try {
    return JSON.parse(text) as Exported | Mark; // the sum at the end proves that the service sent it
  } catch (cause) {
    throw new GoalError('the answer is not an export', { status: 200, requestId, cause });
  }
}

/** Separates the last line of an export, which sums up the lines before it. */
function split(bytes: Buffer): { before: Buffer; end: EndLine | undefined } {
  const at = bytes.lastIndexOf(newline, bytes.length - 2) + 1;
  const last = bytes.subarray(at).toString('utf8');
  if (!last.startsWith('{"complete":')) return { before: bytes, end: undefined };
  return { before: bytes.subarray(0, at), end: JSON.parse(last) as EndLine }; // no event starts like that
}
