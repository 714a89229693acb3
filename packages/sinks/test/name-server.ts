import { createSocket, type RemoteInfo } from 'node:dgram';

import ipaddr from 'ipaddr.js';
import { onTestFinished } from 'vitest';

import { resolveBy, type Resolve } from '../src/guard/resolve.ts';

/** A question to a name server; `nth` counts those of its type from 1. */
export type Question = { name: string; type: 'A' | 'AAAA'; nth: number };
/**
 * What a name server says: addresses, of which a question gets those of its type, a failure, or
 * nothing.
 */
export type Said = readonly string[] | keyof typeof failures | 'silence';

const types: Readonly<Record<number, Question['type']>> = { 1: 'A', 28: 'AAAA' };
const failures = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;
const headLength = 12;

/** Opens a name server on this machine for one test, and a resolver that asks it. */
export async function openNameServer(
  say: (question: Question) => Said,
): Promise<{ resolve: Resolve; questions: Question[] }> {
  const questions: Question[] = [];
  const server = createSocket('udp4', (message, { address, port }: RemoteInfo) => {
    const { name, type, end } = questionOf(message);
    const question = { name, type, nth: 1 + questions.filter((one) => one.type === type).length };
    questions.push(question);
    const said = say(question);
    if (said !== 'silence') server.send(answerTo(message.subarray(0, end), type, said), port, address);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return { resolve: resolveBy([`127.0.0.1:${server.address().port}`]), questions };
}

/** The only question of a message (RFC 1035 §4.1), and where it ends. */
function questionOf(message: Buffer): { name: string; type: Question['type']; end: number } {
  const labels: string[] = [];
  let at = headLength;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.subarray(at + 1, at + 1 + length).toString());
    at += 1 + length;
  }
  const type = types[message.readUInt16BE(at + 1)];
  if (type === undefined) throw new Error('neither A nor AAAA was asked for');
  return { name: labels.join('.'), type, end: at + 5 };
}

function answerTo(question: Buffer, type: Question['type'], said: Exclude<Said, 'silence'>): Buffer {
  const addresses = typeof said === 'string' ? [] : said.map((address) => ipaddr.parse(address));
  const found = addresses.filter((address) => (address.kind() === 'ipv4') === (type === 'A'));
  const head = Buffer.from(question);
  // An answer of a server that asks others where it has to.
  head.writeUInt16BE(0x8180 | (typeof said === 'string' ? failures[said] : 0), 2);
  head.writeUInt16BE(found.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...found.map((address) => recordOf(type, address.toByteArray()))]);
}

/** The address of the name in the question; nobody may keep it. */
function recordOf(type: Question['type'], address: readonly number[]): Buffer {
  const head = Buffer.from([0xc0, headLength, 0, type === 'A' ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, address.length]);
  return Buffer.concat([head, Buffer.from(address)]);
}
