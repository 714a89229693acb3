import { describe, expect, it } from 'vitest';

import { filtersOf, questionOf } from './filters.ts';

const id = '0192f0a4-5b1c-4c3d-9e2f-0123456789ab';
const ask = (query: string, account?: string) => questionOf(filtersOf(new URLSearchParams(query)), account, '');

describe('the URL of the record of acts', () => {
  it('asks for everything where it says nothing', () => {
    expect(ask('')).toEqual({ limit: 50 });
  });
  it('asks for what it says, the last day included to its end', () => {
    expect(ask(`kind=cli&actor=%20ops%20&action=site.rate&from=2026-01-30&to=2026-01-31`, id)).toEqual({
      limit: 50,
      actor_kind: ['cli'],
      actor: 'ops',
      action: 'site.rate',
      account_id: id,
      from: '2026-01-30',
      to: '2026-01-31T23:59:59.999Z',
    });
  });
  it('leaves out what can be nothing that exists', () => {
    expect(ask('kind=nobody&from=soon&to=2026-1-1')).toEqual({ limit: 50 });
  });
  it('never carries the secret of a key on', () => {
    expect(filtersOf(new URLSearchParams({ actor: `goal_live_k3v9x2ab_${'s'.repeat(32)}` })).actor).toBe('k3v9x2ab');
  });
});
