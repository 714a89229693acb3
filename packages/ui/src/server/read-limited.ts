import 'server-only';

const bodyTimeoutMs = 20_000;

/** The body, or 413 above `maxBytes`, or 408 if it has not arrived within 20 s. */
export async function readLimited(
  request: Pick<Request, 'headers' | 'body'>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | 413 | 408> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return 413;
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isLate = false;
  // Cancelling ends a pending read as the end of the body would.
  const late = setTimeout(() => {
    isLate = true;
    reader.cancel().catch(() => {});
  }, bodyTimeoutMs);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > maxBytes) {
        await reader.cancel();
        return 413;
      }
      chunks.push(part.value);
    }
  } catch {
    // The client has gone, and nobody reads this status.
    return 408;
  } finally {
    clearTimeout(late);
  }
  return isLate ? 408 : new Uint8Array(Buffer.concat(chunks));
}
