import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import type { AccountReceivedEvent } from '@goal/contract';

import { listen, loopback, type DemoReceiver, type Told } from './receiver-parts.ts';

const unzip = promisify(gunzip);
const bucket = 'goal-demo';
const region = 'us-east-1';
const keyId = 'goal-demo';
/** Names of files as a stream without a prefix gives them; none leads out of the folder. */
const fileName = /^account=[\w-]+(\/[\w=-]+)*\/[\w-]+\.ndjson\.gz$/;
/** Names of the checkpoints of the signed log, which a stream puts beside its files. */
const checkpointName = /^account=[\w-]+\/checkpoints\/\d{16}\.txt$/;

/**
 * Stands in for a bucket: takes PUT alone, verifies the signature of S3, and keeps the files in a
 * folder until it is closed.
 */
export async function openBucket(port: number, { show, tell }: Told): Promise<DemoReceiver> {
  const secret = randomBytes(24).toString('hex');
  const folder = await mkdtemp(path.join(tmpdir(), 'goal-bucket-'));
  const take = async (request: IncomingMessage): Promise<number> => {
    const body = await buffer(request);
    const place = (request.url ?? '').slice(`/${bucket}/`.length);
    const name = decodeURIComponent(place);
    const isCheckpoint = checkpointName.test(name);
    const isKnown = request.url?.startsWith(`/${bucket}/`) === true && (isCheckpoint || fileName.test(name));
    if (request.method !== 'PUT' || !isKnown) return 404;
    if (!isSigned(request, body, secret)) {
      tell(`refused: the signature of ${name} is not that of this bucket's secret`);
      return 403;
    }
    await mkdir(path.join(folder, path.dirname(name)), { recursive: true });
    await writeFile(path.join(folder, name), body);
    tell(`${name}, ${body.byteLength} bytes`);
    if (isCheckpoint) return 200;
    for (const line of (await unzip(body)).toString().split('\n').filter(Boolean)) {
      // The signature says that it is what the service made of an event.
      const { id, occurred_at: at, severity, domain = '', message } = JSON.parse(line) as AccountReceivedEvent;
      show({ id, at, severity, domain, message });
    }
    return 200;
  };
  const server = createServer((request, response) => {
    void take(request)
      .catch(() => 500)
      .then((status) => response.writeHead(status).end());
  });
  const close = await listen(server, port).catch(async (error: unknown) => {
    await rm(folder, { recursive: true });
    throw error;
  });
  const endpoint = `http://${loopback}:${port}`;
  return {
    sink: {
      type: 's3',
      endpoint,
      region,
      bucket,
      access_key_id: keyId,
      secret_access_key: secret,
      path_style: true,
      minutes: 1,
    },
    says: `${endpoint}/${bucket}, a stand-in for a bucket. It puts a file a minute, here kept in ${folder} until the end.`,
    close: async () => {
      await close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Verifies the signature of a request over its method, path, headers and body (AWS, version 4). */
function isSigned({ method, url, headers }: IncomingMessage, body: Buffer, secret: string): boolean {
  const found = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  );
  const [credential = '', names = '', given = ''] = found?.slice(1) ?? [];
  const [id, ...scope] = credential.split('/');
  const hash = sha256(body);
  const isWhole = ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.split(';').includes(name));
  if (id !== keyId || !isWhole || headers['x-amz-content-sha256'] !== hash) return false;
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const request = [method, url, '', lines.join(''), names, hash].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope.join('/'), sha256(request)].join('\n');
  const signing = scope.reduce<Buffer>((by, part) => hmac(by, part), Buffer.from(`AWS4${secret}`));
  return timingSafeEqual(hmac(signing, text), Buffer.from(given, 'hex'));
}

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
