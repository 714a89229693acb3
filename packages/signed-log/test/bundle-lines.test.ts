import { expect, test } from 'vitest';

import {
  bundleEnd,
  bundleHead,
  consistencyLine,
  eventLine,
  goneLine,
  hashFromBase64,
  leavesOfTile,
  noteLine,
  skipLine,
  tileLine,
} from '../src/index.ts';
import { runningSha256, sha256 } from '../src/node.ts';
import { vectors } from './vectors.ts';

test('each line of a bundle has its one form', () => {
  const { origin, siteId, vkey, receivedAt, checkpoint } = vectors;
  const head = { origin, scope: { site_id: siteId }, vkeys: [vkey], previous: null, began_at: receivedAt, size: 3 };
  const parts = {
    siteId,
    n: 1,
    id: 2049,
    occurredOn: '2026-11-22',
    receivedAt,
    commitment: hashFromBase64(vectors.commitment) ?? '',
  };
  const hash = hashFromBase64(vectors.roots[3] ?? '') ?? '';
  expect([
    bundleHead(head),
    noteLine(0, vectors.entries[0] ?? ''),
    eventLine(2, 1, Buffer.from(vectors.salt, 'base64'), vectors.eventText),
    goneLine(2, parts),
    goneLine(2, parts, { redacted: true }),
    tileLine(leavesOfTile, hash),
    skipLine(3, 5, [hash, hash]),
    consistencyLine(3, 5, [hash]),
    bundleEnd({ end: 3, checkpoint, witnessed: null, lines: 4, sha256: 'ab' }),
  ]).toEqual([
    `{"bundle":"goal-log/v1","origin":"${origin}","scope":{"site_id":"${siteId}"},"vkeys":["${vkey}"],"previous":null,` +
      `"began_at":"${receivedAt}","size":3}`,
    `{"index":0,"note":${JSON.stringify(vectors.entries[0])}}`,
    `{"index":2,"n":1,"salt":"${vectors.salt}","event":${vectors.eventText}}`,
    `{"index":2,"n":1,"site_id":"${siteId}","id":2049,"occurred_on":"2026-11-22","received_at":"${receivedAt}",` +
      `"commitment":"${vectors.commitment}"}`,
    `{"index":2,"n":1,"site_id":"${siteId}","id":2049,"occurred_on":"2026-11-22","received_at":"${receivedAt}",` +
      `"commitment":"${vectors.commitment}","redacted":true}`,
    `{"tile":256,"hash":"${vectors.roots[3]}"}`,
    `{"skip":[3,5],"hashes":["${vectors.roots[3]}","${vectors.roots[3]}"]}`,
    `{"consistency":[3,5],"hashes":["${vectors.roots[3]}"]}`,
    `{"end":3,"checkpoint":${JSON.stringify(checkpoint)},"witnessed":null,"lines":4,"sha256":"ab"}`,
  ]);
});

test('a running hash tells the sum so far, and goes on', () => {
  const running = runningSha256();
  running.update(Buffer.from('a'));
  const hexOf = (text: string): string => Buffer.from(sha256(text), 'latin1').toString('hex');
  expect(running.hexSoFar()).toBe(hexOf('a'));
  running.update(Buffer.from('b'));
  expect(running.hexSoFar()).toBe(hexOf('ab'));
});
