import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

import { transaction, rows, type Database } from '@goal/db';

/** What a stream keeps sealed: the secret field of its sink, and what signs its webhooks. */
export type StreamSecrets = {
  /** The value of the field that `secretFields` names. */
  field?: unknown;
  signing?: string;
  /** Signs as well until this moment, in milliseconds since 1970. */
  former?: { secret: string; until: number };
};

/** Encrypts what streams keep secret (rulings §15.6). */
export type StreamCipher = {
  seal(streamId: string, secrets: StreamSecrets): Promise<Buffer>;
  /** Throws `StreamSecretLost` if the key is another one than that which sealed. */
  unseal(streamId: string, sealed: Uint8Array): Promise<StreamSecrets>;
};

/** The secrets of a stream were sealed with a key that this process does not have. */
export class StreamSecretLost extends Error {
  override readonly name = 'StreamSecretLost';
}

const cipher = 'aes-256-gcm';
const lengths = { nonce: 12, tag: 16 };

/**
 * `secrets` are those of STREAM_SECRET, the newest first; without any the key stands in the
 * database. All open what they sealed, so that a secret may be set or exchanged later. Reads no key
 * before the first use.
 */
export function openStreamCipher(db: Database, secrets: readonly string[]): StreamCipher {
  const own = secrets.map((secret) => createHash('sha256').update(`goal streams ${secret}`).digest());
  let kept: Promise<Buffer> | undefined;
  const ofDatabase = (): Promise<Buffer> =>
    (kept ??= databaseKey(db).catch((error: unknown) => {
      kept = undefined;
      throw error;
    }));
  return {
    async seal(streamId, secrets) {
      const nonce = randomBytes(lengths.nonce);
      const gcm = createCipheriv(cipher, own[0] ?? (await ofDatabase()), nonce).setAAD(Buffer.from(streamId));
      return Buffer.concat([nonce, gcm.update(JSON.stringify(secrets)), gcm.final(), gcm.getAuthTag()]);
    },
    async unseal(streamId, sealed) {
      const bytes = Buffer.from(sealed);
      const keys = [...own, await ofDatabase()];
      const opened = keys.map((key) => open(key, streamId, bytes)).find((text) => text !== undefined);
      if (opened === undefined) throw new StreamSecretLost('the secrets of a stream were sealed with another key');
      // Only `seal` makes what opens.
      return JSON.parse(opened) as StreamSecrets;
    },
  };
}

function open(key: Buffer, streamId: string, sealed: Buffer): string | undefined {
  const [nonce, tag] = [sealed.subarray(0, lengths.nonce), sealed.subarray(-lengths.tag)];
  try {
    const gcm = createDecipheriv(cipher, key, nonce).setAAD(Buffer.from(streamId)).setAuthTag(tag);
    return Buffer.concat([gcm.update(sealed.subarray(lengths.nonce, -lengths.tag)), gcm.final()]).toString();
  } catch {
    return undefined;
  }
}

/** Streams whose secrets are looked at. */
const lookedAt = 1000;

/**
 * Where the key is that seals the secrets of streams: `database` if the database's own key opens
 * those of one of the newest streams; null without streams.
 */
export async function keptKeyOfStreams({ work }: Pick<Database, 'work'>): Promise<'environment' | 'database' | null> {
  const found = await rows<[id: string, sealed: string, key: string | null]>(work, {
    name: 'secrets of the newest streams',
    text: `select id, encode(sealed, 'base64'), (select encode(key, 'base64') from stream_key) from stream order by no desc limit $1::int`,
    values: [lookedAt],
  });
  if (found.length === 0) return null;
  const isOfDatabase = found.some(
    ([id, sealed, key]) =>
      key !== null && open(Buffer.from(key, 'base64'), id, Buffer.from(sealed, 'base64')) !== undefined,
  );
  return isOfDatabase ? 'database' : 'environment';
}

/** When several processes ask at once, one makes the key. */
async function databaseKey(db: Database): Promise<Buffer> {
  await transaction(db, async (tx) => {
    await tx.$executeRaw`INSERT INTO stream_key (key) VALUES (${randomBytes(32)}) ON CONFLICT (no) DO NOTHING`;
  });
  const [row] = await rows<[string]>(db.work, {
    name: 'key of streams',
    text: "select encode(key, 'base64') from stream_key",
    values: [],
  });
  if (row === undefined) throw new Error('the database has no key of streams');
  return Buffer.from(row[0], 'base64');
}
