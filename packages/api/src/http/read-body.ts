import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import { DomainError, limits } from '@goal/contract';
import type { MemoryBudget, Reservation } from '@goal/fairness';

import { ClientGone } from './client-gone.ts';
import { refuseMemory } from './memory.ts';
import { pruneJson, type KeptFields } from './prune-json.ts';
import { hasBody } from './respond.ts';

/** A request whose body is read. Its memory is taken of the owner's part of the budget. */
export type BodyRequest = { req: IncomingMessage; owner: string; memory: MemoryBudget; held: HeldBody };

/**
 * The memory of a body that has arrived, which the values parsed from it may take as long as the
 * request is worked on. Whoever works on it must release it, and not wait for the answer to leave:
 * that may be queued behind another one of its connection.
 */
export class HeldBody {
  #reserved: Reservation | undefined;

  hold(reserved: Reservation): void {
    this.#reserved = reserved;
  }

  release(): void {
    this.#reserved?.release();
  }
}

/**
 * The JSON object in a request's body, judged in the order of rulings §2.4: content type, encoding,
 * size, JSON. An absent or empty body counts as `{}` (rulings §2.12). `limit` is in bytes. With
 * `kept`, a body of very many parts is pruned before it is parsed. Throws `content_type`,
 * `content_encoding`, `body_too_large`, `invalid_json`, `body_not_object`, `unavailable`.
 */
export async function readBody(
  exchange: BodyRequest,
  limit: number,
  kept?: KeptFields,
): Promise<Record<string, unknown>> {
  const { req } = exchange;
  if (!hasBody(req)) return {};
  const bytes = await receive(exchange, limit, () => judgeHead(req, limit));
  if (bytes.length === 0) return {};
  if (kept === undefined) judgeParts(bytes);
  else if (hasManyParts(bytes, limits.batchParts)) return parseObject(pruneJson(bytes, kept));
  return parseObject(bytes);
}

/**
 * Accepts only `application/json`, with any parameters, and no encoding but identity (rulings
 * §2.2). Throws `content_type`, `content_encoding`.
 */
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

/** Decodes as UTF-8 always: invalid bytes become U+FFFD, a BOM is dropped (rulings §2.12). */
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
  // A JSON object that is not an array has string keys.
  return value as Record<string, unknown>;
}

const [quote, backslash, comma, colon, list, object] = Buffer.from('"\\,:[{');

/** Whether there are more than `partsMax` lists, objects and members. Parses nothing. */
function hasManyParts(bytes: Buffer, partsMax: number): boolean {
  if (bytes.length <= partsMax) return false;
  let parts = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at + 1);
    else if (byte === comma || byte === colon || byte === list || byte === object) parts += 1;
  }
  return parts > partsMax;
}

/** Returns where the quote is that ends a text. */
function endOfText(bytes: Buffer, from: number): number {
  let at = from;
  for (let byte = bytes[at]; byte !== quote && byte !== undefined; byte = bytes[at]) at += byte === backslash ? 2 : 1;
  return at;
}

/** Throws `invalid_json` for a body of too many parts. */
export function judgeParts(bytes: Buffer): void {
  if (hasManyParts(bytes, limits.bodyParts)) throw new DomainError('invalid_json');
}

/**
 * Receives a body into one buffer: a sender may cut it into millions of chunks, and keeping each
 * would cost a hundred times its size. `judge` is called at the first byte, because a chunked body
 * may turn out to be empty. `held` holds its memory once it has arrived. Throws what `judge`
 * throws, `body_too_large`, `unavailable`, `ClientGone`.
 */
export function receive({ req, owner, memory, held }: BodyRequest, limit: number, judge: () => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0);
    let length = 0;
    const settle = (end: () => void): void => {
      req.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      req.pause();
      end();
    };
    const fail = (error: unknown): void => {
      settle(() => reject(error));
      reserved.release();
    };
    // An evicted sender is told when to come back. A body that has arrived whole is not evicted.
    const reserved = memory.reserve(owner, () => fail(refuseMemory()));
    const onData = (chunk: Buffer): void => {
      try {
        if (length === 0) judge();
        const needed = length + chunk.length;
        if (needed > limit) throw new DomainError('body_too_large');
        if (needed > bytes.length)
          bytes = enlarge(bytes, Math.min(limit, Math.max(needed, 2 * bytes.length)), reserved);
        length += chunk.copy(bytes, length);
      } catch (error) {
        fail(error);
      }
    };
    const onEnd = (): void => {
      reserved.pin();
      held.hold(reserved);
      settle(() => resolve(bytes.subarray(0, length)));
    };
    const onClose = (): void => fail(new ClientGone());
    if (req.destroyed) onClose();
    else req.on('data', onData).once('end', onEnd).once('close', onClose).once('error', onClose);
  });
}

function enlarge(bytes: Buffer, size: number, reserved: Reservation): Buffer {
  reserved.resize(size);
  const larger = Buffer.allocUnsafe(size);
  bytes.copy(larger);
  return larger;
}
