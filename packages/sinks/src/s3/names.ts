import type { S3Sink } from '@goal/contract';

/** Digits of a number in a name, so that names sort as their numbers do. */
const digits = 16;
const padded = (value: number): string => String(value).padStart(digits, '0');

export type ObjectPlace = {
  streamId: string;
  accountId: string;
  start: { seq: number; eventId: number };
  /** When the first event arrived. */
  receivedAt: string;
  isTest: boolean;
};

/**
 * Returns the name of a file of events. It says where the file begins, so a repeat after a crash
 * overwrites the same object. Sorted by name, the files of a stream are in the order of the tail.
 */
export function eventsKey(prefix: string, { streamId, accountId, start, receivedAt, isTest }: ObjectPlace): string {
  const folder = accountFolder(prefix, accountId);
  // One object for all tests, apart from the events.
  if (isTest) return `${folder}/test/${streamId}.ndjson.gz`;
  const at = new Date(receivedAt).toISOString();
  const partition = `dt=${at.slice(0, 10)}/hour=${at.slice(11, 13)}`;
  return `${folder}/${partition}/${streamId}-${padded(start.seq)}-${padded(start.eventId)}.ndjson.gz`;
}

/** Returns the name of a checkpoint of the signed log. */
export function checkpointKey(prefix: string, accountId: string, size: number): string {
  return `${accountFolder(prefix, accountId)}/checkpoints/${padded(size)}.txt`;
}

function accountFolder(prefix: string, accountId: string): string {
  // A socket would never see the parts `.` and `..`: URLs resolve them.
  const parts = prefix.split('/').filter((part) => !['', '.', '..'].includes(part));
  return [...parts, `account=${accountId}`].join('/');
}

/** Hosts of stores behind the name of a bucket: one of any other name may be a store's own. */
const storeHosts = /^(s3[.-]|storage\.googleapis\.com$|[a-z0-9-]+\.digitaloceanspaces\.com$)/;

/**
 * Returns the address of an object, every part of it encoded as signatures demand. An endpoint that
 * was pasted with its bucket, in the host or at the end of the path, names it once.
 */
export function objectUrl({ endpoint, region, bucket, path_style: isPathStyle }: S3Sink, key: string): URL {
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const base = new URL(endpoint ?? `https://s3.${region}.${domain}`);
  const host = base.hostname.startsWith(`${bucket}.`) ? base.hostname.slice(bucket.length + 1) : '';
  if (storeHosts.test(host)) base.hostname = host;
  // AWS has no certificate for a bucket with a dot in front of its name.
  const inPath = isPathStyle || (endpoint === null && bucket.includes('.'));
  if (!inPath) base.hostname = `${bucket}.${base.hostname}`;
  const parts = base.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  if (parts.at(-1) === bucket) parts.pop();
  const path = [...parts, ...(inPath ? [bucket] : []), key];
  return new URL(`${base.origin}/${path.map(encodePath).join('/')}`);
}

function encodePath(path: string): string {
  return path.split('/').map(encodePart).join('/');
}

function encodePart(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
