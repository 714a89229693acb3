import { gunzipSync } from 'node:zlib';

import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { streamTestShape } from '@goal/contract';
import { freePort, freshDatabase, openPatientDatabase } from '@goal/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeEvent } from './harness/factory.ts';
import { openProcesses, until, type Processes } from './processes.ts';
import { makeStream, untilStream } from './stream-receiver.ts';
import { startSwift, type Swift } from './swift.ts';

let processes: Processes;
let swift: Swift;
beforeAll(async () => {
  processes = openProcesses();
  swift = await startSwift();
});
afterAll(async () => {
  await processes.end();
  swift.stop();
});

const deaths = 9;
/** An advisory lock: while the test holds it, no position of a stream is written. */
const gate = 4711;
const [bucket, prefix] = ['archive', 'goal/of our +1=shop'];

const openClient = ({ endpoint, region, accessKeyId, secretAccessKey }: Swift): S3Client =>
  new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });

/** The names of all files of events and their lines, as the SDK reads them. */
async function readBucket(client: S3Client): Promise<Map<string, string[]>> {
  const { Contents: listed = [], IsTruncated: isCut } = await client.send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: `${prefix}/account=` }),
  );
  expect(isCut).toBe(false);
  const files = new Map<string, string[]>();
  // Beside them lie what a try wrote and the checkpoints of the signed log.
  for (const { Key: name = '' } of listed.filter(({ Key: key = '' }) => !/\/(test|checkpoints)\//.test(key))) {
    const { Body: body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: name }));
    const bytes = (await body?.transformToByteArray()) ?? Buffer.alloc(0);
    files.set(name, gunzipSync(bytes).toString().trim().split('\n'));
  }
  return files;
}

it('R§15.1 R§15.3 a store of S3 that judges signatures holds each event once and in order, although the sender dies between each put and its position, and the SDK of AWS reads it', async () => {
  const database = await freshDatabase();
  const db = openPatientDatabase({ url: database.url, sizes: { work: 2 } });
  // The same address after each start.
  const env = { STREAM_ALLOW_NETS: '127.0.0.0/8', PORT: String(await freePort()) };
  const start = () => processes.start({ databaseUrl: database.url, env });
  let server = await start();
  const client = openClient(swift);
  try {
    const make = await processes.admin(server, database.url);
    const account = await make.makeAccount({ plan: 'agency' });
    const site = await make.makeSite(account);
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    const { endpoint, region, accessKeyId: access_key_id, secretAccessKey: secret_access_key } = swift;
    const sink = { type: 's3', endpoint, region, bucket, prefix, access_key_id, secret_access_key, minutes: 60 };
    const stream = await makeStream(account, sink);

    // The store itself judges: a foreign secret and another bucket are refused, as the SDK's are.
    const tries = async (fields: object): Promise<unknown> => {
      const { id } = await makeStream(account, { ...sink, ...fields });
      const tried = (await account.call('POST', `/streams/${id}/test`)).as(200, streamTestShape);
      (await account.call('DELETE', `/streams/${id}`)).done();
      return [tried.status, tried.error];
    };
    expect(await tries({})).toEqual([200, null]);
    expect(await tries({ secret_access_key: 'another' })).toEqual([
      403,
      'the receiver answered 403: SignatureDoesNotMatch',
    ]);
    expect(await tries({ bucket: 'elsewhere' })).toEqual([404, 'the receiver answered 404: NoSuchBucket']);
    const foreign = openClient({ ...swift, secretAccessKey: 'another' });
    await expect(foreign.send(new PutObjectCommand({ Bucket: bucket, Key: 'a', Body: 'a' }))).rejects.toThrow(
      expect.objectContaining({ name: 'SignatureDoesNotMatch' }),
    );
    foreign.destroy();

    const send = async (count: number): Promise<void> => {
      const events = Array.from({ length: count }, (_, at) => makeEvent({ message: `Grüße ${at}\n\u2028` }));
      const { token, domain } = site;
      expect((await server.call('POST', '/events', { token, domain, body: { events } })).status).toBe(200);
    };
    // The write of the position, after the yes of the store, has to pass the gate.
    await db.work.query(`
      create function wait_at_gate() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(${gate}); return new; end $$;
      create trigger wait_at_gate before update on stream for each row
        when (new.delivered > old.delivered) execute function wait_at_gate()`);
    const waiting = `from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted`;
    const setMinutes = (minutes: number) =>
      db.work.query(
        `update stream set sink = jsonb_set(sink, '{minutes}', $2::text::jsonb), next_at = clock_timestamp(),
           lease = null, lease_until = null where id = $1`,
        [stream.id, minutes],
      );
    let stored = 0;
    /** What the bucket holds: a file that was put before ends where it ended then. */
    let kept = 0;
    for (let death = 0; death < deaths; death += 1) {
      await send(20 + death);
      stored += 20 + death;
      if (death % 3 === 0) kept = stored;
      const holder = await db.work.connect();
      await holder.query('select pg_advisory_lock($1::bigint)', [gate]);
      await setMinutes(0);
      await until(async () => (await holder.query(`select ${waiting}`)).rowCount === 1);
      await server.end('SIGKILL');
      // Its statement has never come, as after a death a moment earlier.
      await setMinutes(60);
      await holder.query(`select pg_terminate_backend(pid) ${waiting}`);
      await until(async () => (await holder.query(`select ${waiting}`)).rowCount === 0);
      await holder.query('select pg_advisory_unlock($1::bigint)', [gate]);
      holder.release();
      expect([...(await readBucket(client)).values()].flat()).toHaveLength(kept);
      server = await start();
      if (death % 3 < 2) continue;
      // Once in a while it goes well, and another file begins.
      await setMinutes(0);
      await untilStream(account, stream.id, ({ delivered }) => delivered === stored);
      await setMinutes(60);
    }
    const files = await readBucket(client);
    const fileName = (path: string): string => path.slice(path.lastIndexOf('/'));
    const lines = [...files].toSorted(([a], [b]) => (fileName(a) < fileName(b) ? -1 : 1)).flatMap(([, all]) => all);
    const { rows } = await db.work.query<{ id: string }>(
      'select e.id from tail t join event e on e.account = t.account and e.id between t.first_id and t.last_id order by t.seq, e.id',
    );
    expect(files.size).toBeGreaterThanOrEqual(deaths / 3);
    expect(rows).toHaveLength(stored);
    expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual(rows.map(({ id }) => Number(id)));
  } finally {
    client.destroy();
    await server.end();
    await db.close();
    await database.drop();
  }
});
