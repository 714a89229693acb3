import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { DomainError } from '@goal/contract';
import { until } from '@goal/db/testing';
import { afterEach, describe, expect, test } from 'vitest';

import { SocketReader } from './socket-reader.ts';

const opened: { close: () => void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

/** A connection, seen from the side that sends and from the one that reads. */
async function connection(): Promise<{ sender: Socket; client: Socket }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens on TCP
  const client = connect(port, '127.0.0.1').pause();
  const [sender] = (await once(server, 'connection')) as [Socket]; // what the event brings
  for (const socket of [sender, client]) socket.on('error', () => {});
  opened.push({
    close() {
      sender.destroy();
      client.destroy();
      server.close();
    },
  });
  return { sender, client };
}
const piece = Buffer.alloc(64 * 1024);
/** Sends until nothing more goes out. */
async function fill(sender: Socket): Promise<void> {
  for (let waiting = 0; waiting < 50;) {
    if (sender.writableLength === 0) waiting = 0;
    else waiting += 1;
    if (sender.writableLength < 1024 * 1024) sender.write(piece);
    await new Promise(setImmediate);
  }
}

describe('the reader of an answer', () => {
  test('stands still from when it takes none of the waiting data until it takes some again', async () => {
    const { sender, client } = await connection();
    const reader = new SocketReader(sender, () => Promise.resolve());
    expect(reader.stillSince).toBeUndefined();
    await fill(sender);
    let since = reader.stillSince;
    await until(() => {
      const before = since;
      since = reader.stillSince;
      return before !== undefined && before === since;
    });
    client.resume();
    await until(() => reader.stillSince === undefined);
    reader.leave();
  });

  test('is cut off once its key may no longer read, even while it takes nothing; a failure is not a refusal', async () => {
    const { sender } = await connection();
    let failure: Error | undefined = new Error('out of reach');
    let judged = 0;
    const reader = new SocketReader(sender, () => {
      judged += 1;
      return failure === undefined ? Promise.resolve() : Promise.reject(failure);
    });
    await fill(sender);
    await until(() => judged > 1);
    expect(sender.destroyed).toBe(false);
    failure = undefined;
    const before = judged;
    await until(() => judged > before);
    failure = new DomainError('invalid_token');
    await until(() => sender.destroyed);
    reader.leave();
  });

  test('keeps its connection when its key is refused after the answer has ended: by then it may serve another request', async () => {
    const { sender } = await connection();
    let refuse: ((error: Error) => void) | undefined;
    const judge = () => new Promise((_resolve, reject) => (refuse = reject));
    const reader = new SocketReader(sender, judge);
    await until(() => refuse !== undefined);
    reader.leave();
    refuse?.(new DomainError('invalid_token'));
    // The steps after the judgement have run by then.
    await new Promise(setImmediate);
    expect(sender.destroyed).toBe(false);
  });
});
