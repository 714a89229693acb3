import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { takesCoding } from '@goal/http-server';

export type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/**
 * Bytes of an answer, compressed as the request accepts it: with Brotli, with gzip, or not at all.
 * Each form is made once, when it is first requested.
 */
export class Compressed {
  readonly #plain: Buffer;
  readonly #packed = new Map<string, Promise<Buffer>>();

  constructor(plain: Buffer) {
    this.#plain = plain;
  }

  /** The bytes for a request, and the headers that describe them. */
  async for(req: IncomingMessage): Promise<{ body: Buffer; headers: Record<string, string> }> {
    const coding = takesCoding(req, 'br') ? 'br' : takesCoding(req, 'gzip') ? 'gzip' : undefined;
    const headers = { Vary: 'Accept-Encoding' };
    if (coding === undefined) return { body: this.#plain, headers };
    return { body: await this.#pack(coding), headers: { ...headers, 'Content-Encoding': coding } };
  }

  #pack(coding: 'br' | 'gzip'): Promise<Buffer> {
    const known = this.#packed.get(coding);
    if (known !== undefined) return known;
    // Higher qualities of Brotli take seconds for the script of the reference.
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
    const made = coding === 'br' ? promisify(brotliCompress)(this.#plain, options) : promisify(gzip)(this.#plain);
    this.#packed.set(coding, made);
    return made;
  }
}

type FileOptions = {
  type: string;
  /** Whether to compress it; archives are compressed already. */
  isPacked?: boolean;
  /** Whether browsers store it under its name instead of showing it. */
  isDownload?: boolean;
};

/** A file that browsers cache and revalidate. `read` is called on the first request. */
export function file(
  read: () => Promise<Buffer>,
  { type, isPacked = false, isDownload = false }: FileOptions,
): Handler {
  let loaded: Promise<{ plain: Buffer; compressed: Compressed; etag: string }> | undefined;
  const load = async () => {
    const plain = await read();
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    return { plain, compressed: new Compressed(plain), etag };
  };
  return async (req, res) => {
    loaded ??= load();
    // A failed file is read again on the next request.
    loaded.catch(() => (loaded = undefined));
    const { plain, compressed, etag } = await loaded;
    const { body, headers } = isPacked ? { body: plain, headers: {} } : await compressed.for(req);
    const all = {
      ...headers,
      'Cache-Control': 'no-cache',
      ETag: etag,
      ...(isDownload ? { 'Content-Disposition': 'attachment' } : {}),
    };
    if (req.headers['if-none-match'] === etag) answer(req, res, { status: 304, headers: all });
    else answer(req, res, { type, body, headers: all });
  };
}

/** A file of the disk, as `file` serves it. */
export const fileAt = (path: string, options: FileOptions): Handler => file(() => readFile(path), options);

type Answer = { status?: number; type?: string; body?: Buffer; headers: Record<string, string> };

/** Sends an answer; without its body for HEAD. */
export function answer(req: IncomingMessage, res: ServerResponse, { status = 200, type, body, headers }: Answer): void {
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (type !== undefined && body !== undefined) {
    res.setHeader('Content-Type', type.startsWith('text/') || type.includes('json') ? `${type}; charset=utf-8` : type);
    res.setHeader('Content-Length', body.length);
  }
  res.end(req.method === 'HEAD' ? undefined : body);
}
