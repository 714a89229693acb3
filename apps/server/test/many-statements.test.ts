import { expect, onTestFinished, test } from 'vitest';

import { sharedService } from './harness.ts';

const service = await sharedService();

// Node warns of more than ten listeners of a signal, and a request's statements listen to one.
test('a request whose statements wait all at once prints no warning', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error): unknown => warnings.push(name);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  expect((await service.admin('GET', '/status')).status).toBe(200);
  expect(warnings).toEqual([]);
});
