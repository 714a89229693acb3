import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect, it } from 'vitest';

import { openMemory } from './memory.ts';
import { HeldBody, receive } from './read-body.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // what the flag adds

it('R§2.2 a body in chunks of one byte is kept in one buffer of at most twice its size, and no chunk is held', async () => {
  const { bodies } = openMemory();
  const taken: number[] = [];
  const reserve = bodies.reserve.bind(bodies);
  bodies.reserve = (...args) => {
    const reserved = reserve(...args);
    const resize = reserved.resize.bind(reserved);
    reserved.resize = (bytes) => {
      resize(bytes);
      taken.push(bytes);
    };
    return reserved;
  };
  const req = new IncomingMessage(new Socket());
  const body = receive({ req, owner: 'account', memory: bodies, held: new HeldBody() }, 4096, () => {});
  const chunks: WeakRef<Buffer>[] = [];
  const send = (count: number): void => {
    for (let sent = 0; sent < count; sent += 1) {
      const chunk = Buffer.alloc(1, ' ');
      chunks.push(new WeakRef(chunk));
      req.push(chunk);
    }
  };
  const held = async (): Promise<number> => {
    await new Promise(setImmediate);
    collectGarbage();
    return chunks.filter((chunk) => chunk.deref() !== undefined).length;
  };
  send(3000);
  await expect.poll(held).toBe(0);
  expect(Math.max(...taken)).toBeLessThanOrEqual(2 * 3000);
  req.push(null);
  expect(await body).toEqual(Buffer.alloc(3000, ' '));
});
