import { expect, test } from 'vitest';

import type { Remembered } from './acknowledged.ts';
import { judgeAnswers } from './judge-answers.ts';
import { readHistory, readIdentity } from './timelines.ts';

const a = 'a0000000-0000-4000-8000-000000000000';
const b = 'b0000000-0000-4000-8000-000000000000';
const well: Remembered = {
  timeline: 'x',
  until: 5000,
  snapshot: '5:7:5',
  instances: [`${a} web-1:1`],
  marks: [[7, 900]],
  unknown: 0,
};

const judge = (...told: Partial<Remembered>[]) =>
  judgeAnswers(
    told.map((one, index) => ({ instance: index === 0 ? a : b, lives: [{ ...well, ...one }] })),
    { x: 1000 },
  );

test('R§9.2 all that is acknowledged behind the last flush is asked of the database, if its number was never given again', () => {
  expect(judge({})).toEqual({ xids: [7], until: 5000 });
  // The record of a later transaction lies before the end.
  expect(
    judge(
      {
        marks: [
          [6, 1100],
          [5, null],
        ],
      },
      {},
    ),
  ).toEqual({ xids: [6, 5, 7], until: 5000 });
  expect(judge({ marks: [[7, 1000]] }, { until: 6000 })).toEqual({ xids: [7], until: 6000 });
});

test('R§9.2 what one process showed is there if any process saw it end before the end, also beside an older transaction that still ran', () => {
  const shown = { marks: [[12, null]] } satisfies Partial<Remembered>;
  expect(judge(shown, { snapshot: '5:13:5' })).toEqual({ xids: [7], until: 5000 });
  for (const snapshot of ['5:12:5', '5:13:5,12', null])
    expect(judge(shown, { snapshot })).toEqual({ refused: 'events were acknowledged that this primary does not have' });
});

test.each<[why: string, told: Partial<Remembered>[]]>([
  ['no running process saw the end of the former primary', [{ until: null, instances: [], marks: [] }]],
  ['the former primary went on after the end of what this one has', [{}, { until: null, marks: [] }]],
  ['web-9:9 ran on the former primary and does not answer', [{ instances: [`${b} web-9:9`] }]],
  ['a change was acknowledged in the last moment, and nobody knows whether this primary has it', [{ unknown: 1 }]],
  ['events were acknowledged that this primary does not have', [{ marks: [[8, 1001]] }]],
  ['events were acknowledged that this primary does not have', [{ marks: [[8, null]] }, {}]],
])('R§9.2 it is refused where %s', (refused, told) => {
  expect(judge(...told)).toEqual({ refused });
});

test('a history file and an identity are read', () => {
  expect(readHistory('1\t0/3000158\tno recovery target specified\n\n11\t2A/5\treason\n')).toEqual([
    { timeline: '00000001', end: 0x3000158 },
    { timeline: '0000000B', end: 0x2a * 2 ** 32 + 5 },
  ]);
  expect(readIdentity('7300000000000000001 0000000B 16384 16390')).toEqual({
    cluster: '7300000000000000001',
    timeline: '0000000B',
    place: '16384 16390',
  });
  expect(readIdentity('16384 16390')).toBeUndefined();
});
