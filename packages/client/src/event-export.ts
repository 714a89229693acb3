import { createHash } from 'node:crypto';

import { backOff } from './backoff.ts';
import { GoalError, isPassing } from './goal-error.ts';
import { requestOf, type Input } from './operations.ts';
import { within, type CallOptions, type HttpRequest, type Opened, type Transport } from './transport.ts';

type ExportRoute = 'GET /account/events/export' | 'GET /events/export';
/** What an export of events takes; its format is its own affair. */
export type ExportInput<R extends ExportRoute> = Omit<Input<R>, 'format'>;

type Exported = { id: number; occurred_at: string };
type Query = { cursor?: string; order?: 'asc' | 'desc' };
type EndLine = { complete: true; events: number; sha256: string };
/** What stands between events: what the export is, and where one may go on. */
type Mark = { id?: undefined; cursor?: string };

/** Milliseconds that a stream may be silent: while it finds nothing, the service sends a line every few seconds. */
const silence = 60_000;
/** Bytes: far more than the longest line has. */
const longestLine = 1024 * 1024;
const newline = 0x0a;

/**
 * Everything that matches, from the newest or from the oldest on. A stream that is cut off is taken up again behind the last event, and each stream is
 * checked: its length and its SHA-256 are those that the service sent with it. So a loop that ends has had every event once. A loop that was left goes on in the
 * next one.
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

  /** Where another export, of another process too, may go on: all events before it were taken. Moves every 10,000 events. */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    const most = this.#transport.retriesOf(this.#options);
    for (let tries = 0; ; tries += 1) {
      try {
        for await (const event of this.#stream()) {
          tries = 0;
          yield event;
        }
        return;
      } catch (error) {
        if (tries >= most || !isPassing(error)) throw error;
        await backOff(tries, error.retryAfter, this.#options.signal);
      }
    }
  }

  /** One stream, from the last checkpoint on; of what follows it, only what was not taken yet. */
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
        yield line as Event; // the other fields are those of the route
      }
      if (end === undefined) continue;
      if (end.events === events && end.sha256 === sum.digest('hex')) return;
      throw new GoalError('the export is damaged: it is not what the service sent', { status: 200, requestId });
    }
    throw new GoalError('the export was cut off', { status: 0, requestId });
  }

  /** Whether it lies behind the last one that was taken, by time and then by id. */
  #isNew({ occurred_at: at, id }: Exported): boolean {
    if (this.#last === undefined) return true;
    const { occurred_at: lastAt, id: lastId } = this.#last;
    // Times have one form, so that they compare as texts.
    const isLater = at === lastAt ? id > lastId : at > lastAt;
    const isSame = at === lastAt && id === lastId;
    return !isSame && isLater === (this.#query.order === 'asc');
  }
}

/** The bytes of an export as they come, in either format. Where they are cut off it throws `GoalError`: then what came is no whole file. */
export async function* download(
  transport: Transport,
  request: HttpRequest,
  options: CallOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* chunksOf(await transport.begin(request, options), options.signal);
}

/** The chunks of a body. The time between them is bounded, but not the time that whoever takes them needs. */
async function* chunksOf(opened: Opened, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array, void, undefined> {
  const { response, deadline } = opened;
  const reader = response.body?.getReader();
  try {
    while (reader !== undefined) {
      deadline.extend(silence);
      const { done, value } = await within(opened, signal, () => reader.read());
      deadline.rest();
      if (done) return;
      yield value;
    }
  } finally {
    deadline.end();
    // Where it was left early the connection is given back; what it says to that is of no use.
    await reader?.cancel().catch(() => {});
  }
}

/** The same in pieces that end where a line ends. What follows the last one was cut off, and is left out. */
async function* wholeLines(chunks: AsyncIterable<Uint8Array>, requestId: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const all = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    const end = all.lastIndexOf(newline) + 1;
    rest = all.subarray(end);
    if (rest.length > longestLine) throw new GoalError('the answer is no export', { status: 200, requestId });
    if (end > 0) yield all.subarray(0, end);
  }
}

function lineOf(text: string, requestId: string): Exported | Mark {
  try {
    return JSON.parse(text) as Exported | Mark; // that it is a line of the service, the sum at the end says
  } catch (cause) {
    throw new GoalError('the answer is no export', { status: 200, requestId, cause });
  }
}

/** Sets the last line of an export apart, which says what stood before it. */
function split(bytes: Buffer): { before: Buffer; end: EndLine | undefined } {
  const at = bytes.lastIndexOf(newline, bytes.length - 2) + 1;
  const last = bytes.subarray(at).toString('utf8');
  if (!last.startsWith('{"complete":')) return { before: bytes, end: undefined };
  return { before: bytes.subarray(0, at), end: JSON.parse(last) as EndLine }; // no event begins like that
}
