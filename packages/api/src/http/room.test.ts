import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { limits } from '@goal/contract';
import { expect, it } from 'vitest';

import { Room, takeRoom, type Place } from './room.ts';

/** A room whose guests leave when they are asked to; `left` are those that were. */
function open(all = 10, owner = all) {
  const room = new Room({ owner, all });
  const left: string[] = [];
  const enter = (name: string, bytes: number): Place => {
    const place: Place = room.enter(name, () => {
      left.push(name);
      place.leave();
    });
    place.take(bytes);
    return place;
  };
  return { room, left, enter };
}
const unavailable = expect.objectContaining({ code: 'unavailable', retryAfter: 1 }) as unknown;

it('what is taken is bounded, for one owner and for all, and is free again when it was left', () => {
  const { enter } = open(10, 6);
  const first = enter('a', 6);
  expect(() => enter('a', 1)).toThrow(unavailable);
  enter('b', 4);
  first.leave();
  enter('a', 6);
});

it('where all is taken, who holds most gives way, oldest first, to who holds less and not to who would hold as much', () => {
  const { left, enter } = open(10);
  for (let nth = 0; nth < 5; nth += 1) enter('a', 2);
  enter('b', 3);
  expect(left).toEqual(['a', 'a']);
  // Half each: nobody has more than the other.
  enter('b', 2);
  expect(left).toEqual(['a', 'a', 'a']);
  expect(() => enter('b', 3)).toThrow(unavailable);
  expect(left).toHaveLength(3);
});

it('nobody gives way who cannot, and a place that grows takes only what it lacks', () => {
  const { room, enter } = open(10);
  room.enter('a').take(9);
  expect(() => enter('b', 2)).toThrow(unavailable);
  const grows = enter('b', 1);
  expect(() => grows.take(2)).toThrow(unavailable);
  grows.take(1);
});

it('answers take their bytes and not their characters: of three bytes each, a third as many find room', () => {
  const text = '€'.repeat(limits.answersOfKeyBytes / 24);
  const take = (): void => {
    const res = new ServerResponse(new IncomingMessage(new Socket()));
    waiting.push(res);
    takeRoom(res, { key: 'key', owner: 'account' }, text);
  };
  const waiting: ServerResponse[] = [];
  for (let nth = 0; nth < 8; nth += 1) take();
  expect(take).toThrow(unavailable);
  for (const res of waiting) res.emit('close');
  take();
});
