import { describe, expect, it } from 'vitest';

import { filtersOf, queryOf } from './filters.ts';

const id = '0192f0a4-5b1c-4c3d-9e2f-0123456789ab';
const ask = (query: string, account?: string) => queryOf(filtersOf(new URLSearchParams(query)), account, '');

describe('the URL of the record of actions', () => {
  it('without parameters asks for everything', () => {
    expect(ask('')).toEqual({ limit: 50 });
  });
  it('asks for what its parameters say, including the whole of the last day', () => {
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
  it('ignores values that cannot exist', () => {
    expect(ask('kind=nobody&from=soon&to=2026-1-1')).toEqual({ limit: 50 });
  });
  it('never passes on the secret of a key', () => {
    expect(filtersOf(new URLSearchParams({ actor: `goal_live_k3v9x2ab_${'s'.repeat(32)}` })).actor).toBe('k3v9x2ab');
  });
});
