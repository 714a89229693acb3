import { explainRefusal } from '@goal/contract';
import { expect, test } from 'vitest';

import { memberReader } from './member-reader.ts';

const help = explainRefusal('domain mismatch', 'member');

test('R§10.35 a member reads what the service says of the last refusal, and why a paused or revoked site accepts nothing', () => {
  const site = { status: 'active' as const, last_refusal: 'domain mismatch', refusal_help: help };
  expect(memberReader(site).explain('domain mismatch')).toEqual(help);
  for (const status of ['paused', 'revoked'] as const)
    expect(memberReader({ ...site, status }).explain(`site ${status}`)).toEqual(
      explainRefusal(`site ${status}`, 'member'),
    );
});
