import { runsOf } from '@goal/db/testing';
import { expect, it } from 'vitest';

import { pruneJson, type KeptFields } from './prune-json.ts';

const kept: KeptFields = { names: new Set(['events', 'code', 'message']), items: 3 };
const pruned = (text: string): unknown =>
  JSON.parse(new TextDecoder().decode(pruneJson(Buffer.from(text), kept))) as unknown;

/** The value that pruning leaves, made from the value parsed whole. */
function prunedValue(value: unknown, depth = 1): unknown {
  if (Array.isArray(value)) {
    if (depth !== 2) return [];
    return value.map((item: unknown, nth) => (nth < kept.items ? prunedValue(item, 3) : 0));
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 2) return {};
  const fields = Object.entries(value).map(([name, field]) =>
    kept.names.has(name) ? [name, depth < 3 ? prunedValue(field, depth + 1) : emptied(field)] : ['', 0],
  );
  return Object.fromEntries(fields) as unknown;
}
const emptied = (value: unknown): unknown =>
  Array.isArray(value) ? [] : typeof value === 'object' && value !== null ? {} : value;

const pick = <T>(from: readonly T[]): T => {
  const one = from[Math.floor(Math.random() * from.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

const scalars = ['0', '-1.5e+3', '12', 'true', 'false', 'null', '"a"', '"\\u0041\\n\\"[{"', '"ß😀"', '""', '1E5'];
const names = ['"events"', '"code"', '"message"', '"c\\u006fde"', '"other"', '"__proto__"', '""', '"constructor"'];

/** JSON with many parts to remove. */
function randomJson(depth = 0): string {
  const blank = pick(['', '', ' ', '\n\t', '\r ']);
  const kind = depth > 5 ? 0 : Math.random();
  if (kind < 0.3) return `${blank}${pick(scalars)}${blank}`;
  const items = Array.from({ length: Math.floor(Math.random() * 6) }, () => randomJson(depth + 1));
  if (kind < 0.6) return `${blank}[${items.join(',')}${blank}]`;
  return `{${blank}${items.map((item) => `${blank}${pick(names)}${blank}:${item}`).join(',')}}${blank}`;
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

it('R§2.12 keeps the named parts of any JSON as they were sent and removes the rest', () => {
  for (let nth = 0; nth < runsOf(1000, 50_000); nth += 1) {
    const text = randomJson();
    expect(pruned(text), text).toEqual(prunedValue(JSON.parse(text)));
  }
});

it('R§2.2 refuses any text exactly when JSON.parse refuses it', () => {
  const letters = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '0',
    '1',
    '-',
    '.',
    'e',
    '+',
    ' ',
    '\n',
    '\u0001',
    'u',
    't',
    '\u00a0',
  ];
  for (let nth = 0; nth < runsOf(2000, 100_000); nth += 1) {
    // Half a surrogate pair is not valid text; the test of UTF-8 below covers broken characters.
    const valid = randomJson().replaceAll('😀', 'é');
    const at = Math.floor(Math.random() * (valid.length + 1));
    const text = pick([
      valid.slice(0, at) + pick(letters) + valid.slice(at),
      valid.slice(0, at) + pick(letters) + valid.slice(at + 1),
      valid.slice(0, at) + valid.slice(at + 1),
      valid.slice(0, at),
    ]);
    const whole = parsed(text);
    if (whole === undefined) expect(() => pruned(text), text).toThrow('invalid JSON body');
    else expect(pruned(text), text).toEqual(prunedValue(whole.value));
  }
});

it('R§2.12 skips a byte order mark and leaves invalid UTF-8 to the decoder', () => {
  expect(pruned('\ufeff{"code":1}')).toEqual({ code: 1 });
  const bytes = Buffer.concat([Buffer.from('{"code":"'), Buffer.from([0xc3]), Buffer.from('","x":[]}')]);
  expect(pruneJson(bytes, kept)).toEqual(Buffer.concat([bytes.subarray(0, 12), Buffer.from('"":0}')]));
});

it('R§2.2 leaves little of the most hostile bodies', () => {
  const many = 500_000;
  for (const text of [
    `{"x":${'['.repeat(many)}${']'.repeat(many)}}`,
    `{"code":${'{"":'.repeat(many)}1${'}'.repeat(many)}}`,
    `{"code":1,"y":[${'{},'.repeat(many)}{}]}`,
  ])
    expect(pruneJson(Buffer.from(text), kept).length).toBeLessThan(20);
  const items = pruneJson(Buffer.from(`{"events":[${'{"code":{"":[]}},'.repeat(many)}0]}`), kept).toString();
  expect(items).toBe(`{"events":[${'{"code":{}},'.repeat(3)}${'0,'.repeat(many - 3)}0]}`);
});
