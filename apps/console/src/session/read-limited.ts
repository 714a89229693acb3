import 'server-only';

/** Milliseconds that a body may take to arrive. */
const patience = 20_000;

/**
 * The body of a request, if it has at most `limit` bytes; else the status to refuse it with: 413 when it has more, 408 when it has not come whole
 * within 20 s. Reads no further than that.
 */
export async function readLimited(
  request: Pick<Request, 'headers' | 'body'>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | 413 | 408> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return 413;
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isLate = false;
  // A read that is waited for then ends like one at the end of the body.
  const late = setTimeout(() => {
    isLate = true;
    reader.cancel().catch(() => {});
  }, patience);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > limit) {
        await reader.cancel();
        return 413;
      }
      chunks.push(part.value);
    }
  } catch {
    // The client is gone: nobody will read this.
    return 408;
  } finally {
    clearTimeout(late);
  }
  return isLate ? 408 : new Uint8Array(Buffer.concat(chunks));
}
