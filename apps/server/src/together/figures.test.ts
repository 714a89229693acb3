import { expect, test } from 'vitest';

import { EndedFigures, figure, joinFigures, silentFigures } from './figures.ts';

const counted = (value: number) => [figure({ name: 'asked_total', help: '', type: 'counter' }, value)];
const totalOf = async (all: EndedFigures): Promise<string> => joinFigures(all.kept).metrics();

test('processes that end at the same time are counted, each at once and once', async () => {
  const ended = new EndedFigures();
  const added = [1, 20, 300].map((value) => ended.add(counted(value)));
  expect(await totalOf(ended)).toContain('asked_total 321');
  await Promise.all(added);
  expect(await totalOf(ended)).toContain('asked_total 321');
  expect(ended.kept).toHaveLength(1);
});

test('a process that says nothing of itself is not ready, whatever the others say, and keeps its counts', async () => {
  const ready = (value: number) => figure({ name: 'goal_ready', help: '', type: 'gauge' }, value);
  const page = await joinFigures([[ready(1), ...counted(1)], silentFigures([ready(1), ...counted(20)])]).metrics();
  expect(page).toMatch(/^goal_ready 0$/m);
  expect(page).toMatch(/^asked_total 21$/m);
});
