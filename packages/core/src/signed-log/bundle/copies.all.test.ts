import { parseCheckpoint } from '@goal/signed-log';
import { expect, test } from 'vitest';

import { Tampering } from '../../../test/tampering.ts';

test('R§16.10 a restored database, and one that is restored again, go on in logs of their own; a later checkpoint of the original is told as beyond the copy', async () => {
  const original = await Tampering.open();
  const { world, older } = original;
  const later = await original.advance();
  await original.putBack();
  const ends: string[] = [older];
  for (let copy = 0; copy < 2; copy += 1) {
    // As a restore leaves it, and somebody has confirmed.
    await world.db.work.query('delete from tail_era');
    ends.push(await original.advance());
  }
  const text = await original.bundle();
  const verdict = await original.verify(text, ends);
  expect(verdict).toMatchObject({ verified: true, fault: null });
  const [first, second, third] = verdict.logs;
  expect(verdict.logs).toHaveLength(3);
  expect(first).toMatchObject({ previous: null, size: parseCheckpoint(older)?.head.size });
  expect(second?.previous).toMatchObject({ origin: first?.origin, size: first?.size, root: first?.root });
  expect(third?.previous).toMatchObject({ origin: second?.origin, size: second?.size, root: second?.root });
  const beyond = await original.verify(text, [later]);
  expect([beyond.verified, beyond.fault?.sentence]).toEqual([
    false,
    expect.stringMatching(
      /^a checkpoint that was given lies behind this copy: it covers \d+ leaves, and this log ends at \d+$/,
    ),
  ]);
});
