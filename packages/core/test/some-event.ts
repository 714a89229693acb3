import { severities } from '@goal/contract';

import type { NewEvent } from '../src/event/event.ts';
import { newEvent } from './event-world.ts';

export const start = Date.UTC(2026, 0, 1);
const words = ['Password', 'ÄRGER', '100%', 'a_b', 'back\\slash', 'draft', 'post', '«quoted»', '"', "it's"];
export const objects = ['post', 'user', 'Post', 'plugin', 'öl', ''];
export const types = ['created', 'modified', 'deleted', 'x'.repeat(255)];
export const codes = [0, 1, 2, 2001, 2 ** 33];
export const users = [0, 1, 7, 2 ** 40];
export const usernames = ['', 'ada', 'Ada', 'ö%_'];
const addresses = [null, '203.0.113.7', '203.0.113.200', '198.51.100.1', '2001:db8::1', '2001:db8:0:1::1'];
/** Networks, each with the addresses that it holds. */
export const inNetwork: Record<string, string[]> = {
  '203.0.113.7': ['203.0.113.7'],
  '203.0.113.0/24': ['203.0.113.7', '203.0.113.200'],
  '203.0.113.99/25': ['203.0.113.7'],
  '2001:db8::/32': ['2001:db8::1', '2001:db8:0:1::1'],
  '2001:db8::/64': ['2001:db8::1'],
  '10.0.0.0/8': [],
};
const pick = <Item>(random: () => number, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item; // in range

/** An event with values of these lists, within `spanMs` after `start`. */
export function someEvent(random: () => number, spanMs: number): NewEvent {
  return newEvent({
    occurredAt: start + Math.floor(random() * spanMs),
    code: pick(random, codes),
    userId: pick(random, users),
    username: pick(random, usernames),
    ip: pick(random, addresses),
    severity: pick(random, severities),
    object: pick(random, objects),
    eventType: pick(random, types),
    message: `${pick(random, words)} ${pick(random, words)} ${pick(random, words)}`,
  });
}
