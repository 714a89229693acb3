import { createServer, type IncomingMessage, type Server } from 'node:http';

import {
  cosignatureLine,
  judgeStep,
  parseAddCheckpoint,
  parseCheckpoint,
  signersOf,
  type NoteKey,
  type NoteSigner,
} from '@goal/signed-log';
import { sha256, verifySignature } from '@goal/signed-log/node';

import { isSentence } from '../refusal.ts';
import { sharePlaces } from './share-places.ts';
import type { WitnessFolder } from './witness-folder.ts';

export type Witness = {
  signer: NoteSigner;
  /** The keys of the logs that it knows, each under the name of its log. */
  logs: readonly NoteKey[];
  folder: WitnessFolder;
  /** Hears what was cosigned, and what was refused for a reason that somebody should know. */
  tell: (line: string) => void;
};

type Answer = { status: number; text?: string; headers?: Record<string, string> };

/** A proof, and a checkpoint with 16 signatures of the longest kinds, have less. */
const bodyMaxBytes = 131_072;
const headMaxMs = 2000;
const requestMaxMs = 10_000;
/** How often the two are looked at. */
const lookMs = 500;
/** Signatures of the log that are kept; it has more than one for a while after a rotation. */
const keptSignatures = 16;

/** The service of a witness: `POST /add-checkpoint` (c2sp.org/tlog-witness) and nothing else. */
export function witnessServer(witness: Witness): Server {
  const limits = {
    headersTimeout: headMaxMs,
    requestTimeout: requestMaxMs,
    connectionsCheckingInterval: lookMs,
    maxHeaderSize: 8192,
  };
  const server = createServer(limits, (req, res) => {
    void answerOf(witness, req)
      .catch((error: unknown): Answer => {
        // A client that goes away before its request ends gets no answer and no line in the log.
        if (req.destroyed && !req.complete) return { status: 400 };
        witness.tell(
          error instanceof Error ? (isSentence(error) ? error.message : String(error.stack)) : String(error),
        );
        return { status: 500 };
      })
      .then(({ status, text = '', headers = {} }) => {
        // The connection ends with the unread rest of the body.
        const end = req.complete ? {} : { Connection: 'close' };
        res.writeHead(status, { ...headers, ...end, 'Content-Length': Buffer.byteLength(text) });
        res.end(text);
      });
  });
  sharePlaces(server);
  return server;
}

async function answerOf(witness: Witness, req: IncomingMessage): Promise<Answer> {
  if (req.url !== '/add-checkpoint') return { status: 404 };
  if (req.method !== 'POST') return { status: 405, headers: { Allow: 'POST' } };
  const body = await readBody(req);
  if (body === undefined) return { status: 413 };
  const text = textOf(body);
  const asked = text === undefined ? undefined : parseAddCheckpoint(text);
  if (text === undefined || asked === undefined) return { status: 400 };
  const { head, note } = asked;
  const keys = witness.logs.filter(({ name }) => name === head.origin);
  if (keys.length === 0) return { status: 404 };
  if ((await signersOf({ sha256, verifySignature }, note, keys)).length === 0) return { status: 403 };
  // From here on nothing waits, so no other request comes between the look and what is kept.
  const known = witness.folder.known(head.origin);
  const knownHead = known === undefined ? undefined : parseCheckpoint(known)?.head;
  const refused = judgeStep(sha256, knownHead, asked);
  const at = `${head.origin} at ${head.size} entries`;
  if (refused === 409) {
    if (knownHead?.size === head.size && knownHead.root !== head.root)
      witness.tell(
        `ANOTHER HISTORY: ${at} has another root than the one that was cosigned here. Keep this line.\n${note.body}`,
      );
    return { status: 409, text: `${knownHead?.size ?? 0}\n`, headers: { 'Content-Type': 'text/x.tlog.size' } };
  }
  if (refused === 422)
    witness.tell(`refused: ${at} does not follow from ${knownHead?.size ?? 0} by the proof that came`);
  if (refused !== undefined) return { status: refused };
  const line = cosignatureLine(sha256, note.body, { signer: witness.signer, seconds: Math.floor(Date.now() / 1000) });
  if (knownHead?.size !== head.size) {
    witness.folder.keep(head.origin, `${note.body}\n${signaturesOf(text, head.origin)}${line}`);
    witness.tell(`cosigned: ${at}`);
  }
  return { status: 200, text: line, headers: { 'Content-Type': 'text/plain; charset=utf-8' } };
}

/** The lines of a checkpoint that the log itself signed. */
function signaturesOf(body: string, origin: string): string {
  const lines = body.split('\n').filter((line) => line.startsWith(`— ${origin} `));
  return lines
    .slice(0, keptSignatures)
    .map((line) => `${line}\n`)
    .join('');
}

/** Undefined where there is more than a request may have. */
async function readBody(req: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Without an encoding a request gives buffers.
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyMaxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Undefined where the bytes are no UTF-8. */
function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
