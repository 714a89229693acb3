/**
 * The fate of a request: lost, answered without the answer arriving, answered by a proxy, or with
 * its answer changed on the way.
 */
export type Fault =
  | 'ok'
  | 'lost'
  | 'unheard'
  | { status: number; headers?: Record<string, string>; body?: string }
  | Change;
type Change = (answer: Response) => Response;

/** A `fetch` whose network applies `faults` to successive requests and then works normally. */
export function faultyFetch(...faults: Fault[]) {
  const requests: { method: string; path: string; at: number }[] = [];
  const through: typeof fetch = async (input, init) => {
    const fault = faults.shift() ?? 'ok';
    const url = new URL(input instanceof Request ? input.url : input);
    requests.push({ method: init?.method ?? 'GET', path: url.pathname + url.search, at: performance.now() });
    if (fault === 'lost') throw new TypeError('fetch failed');
    if (typeof fault === 'object') {
      const { status, headers = {}, body = '{"error":"somewhere on the way"}' } = fault;
      return new Response(body, { status, headers });
    }
    const answer = await fetch(input, init);
    if (fault === 'unheard') {
      await answer.body?.cancel();
      throw new TypeError('fetch failed');
    }
    return fault === 'ok' ? answer : fault(answer);
  };
  return { fetch: through, requests };
}

/** Breaks an answer after a number of bytes, once its reader has them all. */
export const cutAfter = (bytes: number): Change => endedAfter(bytes, (out) => out.error(new TypeError('terminated')));

/** The same, but it seems to have come to its end, as behind some proxies. */
export const seemingWholeAfter = (bytes: number): Change => endedAfter(bytes, (out) => out.close());

function endedAfter(bytes: number, end: (out: ReadableStreamDefaultController<Uint8Array>) => void): Change {
  return (answer) => {
    const source = answer.body?.getReader();
    let left = bytes;
    const pull = async (out: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      const chunk = left > 0 ? await source?.read() : undefined;
      if (chunk?.value !== undefined) out.enqueue(chunk.value.subarray(0, left));
      else if (chunk?.done === true) out.close();
      else {
        await source?.cancel();
        end(out);
      }
      left -= chunk?.value?.length ?? 0;
    };
    // It holds nothing ahead of its reader, because a broken stream loses what is unread.
    const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}

/** Changes the bytes of an answer, chunk by chunk. */
export function changed(
  transform: (chunk: Uint8Array, out: TransformStreamDefaultController<Uint8Array>) => void,
): Change {
  return (answer) => {
    const body = answer.body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({ transform })) ?? null;
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}
