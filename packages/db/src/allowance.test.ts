import { getEventListeners } from 'node:events';

import { expect, test } from 'vitest';

import { Allowance } from './allowance.ts';

test('an allowance listens to its signal only while it holds a connection, and then ends its use', () => {
  const ended: string[] = [];
  const client = new AbortController();
  const listeners = () => getEventListeners(client.signal, 'abort').length;
  for (let read = 0; read < 20; read += 1) {
    const allowance = new Allowance({ owner: 'account:1', signal: client.signal });
    const releases = [allowance.hold(() => ended.push('first')), allowance.hold(() => ended.push('second'))];
    expect(listeners()).toBe(1);
    for (const release of releases) release();
    expect(listeners()).toBe(0);
  }
  const allowance = new Allowance({ owner: 'account:1', signal: client.signal });
  const release = allowance.hold(() => ended.push('first'));
  allowance.hold(() => ended.push('second'));
  release();
  client.abort();
  expect(ended).toEqual(['second']);
});
