import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import { DomainError } from '@goal/contract';

import { hasBody } from './respond.ts';

/**
 * The JSON object of a request's body, judged in the order of rulings §2.4: content type, encoding, size, JSON. An absent or empty body counts
 * as `{}` (rulings §2.12). Throws `content_type`, `content_encoding`, `body_too_large`, `invalid_json`, `body_not_object`.
 */
export async function readBody(req: IncomingMessage, limit: number): Promise<Record<string, unknown>> {
  if (!hasBody(req)) return {};
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(req)) {
    // Judged at the first byte, because a chunked body may turn out to be empty.
    if (bytes === 0) judgeHead(req, limit);
    bytes += chunk.length;
    if (bytes > limit) throw new DomainError('body_too_large');
    chunks.push(chunk);
  }
  return bytes === 0 ? {} : parseObject(Buffer.concat(chunks, bytes));
}

/** rulings §2.2: only `application/json`, whatever its parameters, and no encoding but identity. */
export function judgeContentType(headers: IncomingHttpHeaders): void {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new DomainError('content_type');
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== '') throw new DomainError('content_encoding');
}

function judgeHead(req: IncomingMessage, limit: number): void {
  judgeContentType(req.headers);
  if (Number(req.headers['content-length'] ?? 0) > limit) throw new DomainError('body_too_large');
}

/** UTF-8 whatever the charset says; invalid bytes become U+FFFD, a byte order mark is dropped (rulings §2.12). */
function parseObject(bytes: Buffer): Record<string, unknown> {
  const text = new TextDecoder().decode(bytes);
  if (text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new DomainError('invalid_json', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new DomainError('body_not_object');
  // An object of JSON that is no array has text keys.
  return value as Record<string, unknown>;
}

/** The chunks as they come, without the iterator of the stream itself: that one destroys the connection when it is left early. */
async function* chunksOf(req: IncomingMessage): AsyncGenerator<Buffer> {
  const waiting: Buffer[] = [];
  let ended = req.readableEnded;
  let failed = false;
  let wake = (): void => {};
  const onData = (chunk: Buffer): void => {
    waiting.push(chunk);
    req.pause();
    wake();
  };
  const onEnd = (): void => {
    ended = true;
    wake();
  };
  const onClose = (): void => {
    failed = !req.readableEnded;
    ended = true;
    wake();
  };
  req.on('data', onData).once('end', onEnd).once('close', onClose).once('error', onClose);
  try {
    for (;;) {
      const chunk = waiting.shift();
      if (chunk !== undefined) {
        yield chunk;
        continue;
      }
      if (failed) throw new ClientGone();
      if (ended) return;
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      req.resume();
      await woken;
    }
  } finally {
    req.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
    req.pause();
  }
}

/** The client went away while it was sending: nobody is there to be answered, and nothing failed here. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}
