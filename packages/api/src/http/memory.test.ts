import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { limits } from '@goal/contract';
import { expect, it } from 'vitest';

import { openMemory, reserveAnswerMemory } from './memory.ts';

it('an answer takes its bytes and not its characters: of characters of three bytes, a third as many fit', () => {
  const text = '€'.repeat(limits.answersOfKeyBytes / 24);
  const memory = openMemory();
  const answers: ServerResponse[] = [];
  const reserve = (): void => {
    const res = new ServerResponse(new IncomingMessage(new Socket()));
    answers.push(res);
    reserveAnswerMemory(memory, res, { key: 'key', owner: 'account' }, text);
  };
  for (let nth = 0; nth < 8; nth += 1) reserve();
  expect(reserve).toThrow(expect.objectContaining({ code: 'unavailable', retryAfter: 1 }) as Error);
  for (const res of answers) res.emit('close');
  reserve();
});

it('each service has memory of its own', () => {
  const one = openMemory().bodies.reserve('account');
  one.resize(limits.bodiesBytes);
  expect(() => one.resize(limits.bodiesBytes + 1)).toThrow(
    expect.objectContaining({ code: 'unavailable', retryAfter: 1 }) as Error,
  );
  openMemory().bodies.reserve('account').resize(limits.bodiesBytes);
});
