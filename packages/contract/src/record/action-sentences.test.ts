import { describe, expect, it } from 'vitest';

import { actionKindNames, detailsOf, sentenceOf } from './action-sentences.ts';
import { actionNames } from './actions.ts';

const plain = (action: string, detail: Record<string, unknown> | null = null): string =>
  sentenceOf({ action, detail }).replaceAll(/[\u2068\u2069]/g, '');

describe('an action in words', () => {
  it('says what was done, with the numbers and names of its record', () => {
    expect(plain('account.reseller', { enabled: true })).toBe('turned reseller on');
    expect(plain('account.reseller', { enabled: false })).toBe('turned reseller off');
    expect(plain('account.plan', { from: 'free', to: 'pro', sites_paused: 0 })).toBe(
      'changed the plan from «free» to «pro»',
    );
    expect(plain('account.plan', { from: 'pro', to: 'free', sites_paused: 1 })).toContain(', which paused 1 site');
    expect(plain('account.plan', { from: 'pro', to: 'free', sites_paused: 24 })).toContain(', which paused 24 sites');
    expect(plain('site.rate', { rate_limit_rps: 1 })).toBe('set the rate of the site to 1 request a second');
    expect(plain('site.update', { name: '', group_id: null })).toBe(
      'removed the name of the site and took the site out of its group',
    );
    expect(plain('site.update', { name: 'Shop' })).toBe('renamed the site to «Shop»');
    expect(plain('group.update', { group_id: 'x', external_ref: null })).toBe('removed the reference of a group');
    expect(plain('admin_token.create', { prefix: 'k3v9x2ab', name: 'ops' })).toBe('created the admin token «ops»');
  });
  it('R§12.1 says what a new key may do, where that is not everything', () => {
    expect(plain('account_key.create', { prefix: 'k3v9x2ab', name: null })).toBe('created the account key «k3v9x2ab»');
    for (const kind of ['account', 'group', 'site'])
      expect(plain(`${kind}_key.create`, { prefix: 'k3v9x2ab', access: 'read' })).toBe(
        `created the ${kind} key «k3v9x2ab», which may only read`,
      );
    expect(plain('site.create', { domain: 'shop.example.com', key: 'k3v9x2ab', access: 'send' })).toBe(
      'registered the site «shop.example.com», whose key may only send',
    );
  });
  it('says which limits of a plan changed from what to what, and what retention was allowed to do', () => {
    const detail = { plan: 'pro', sites: { from: 25, to: 1000 }, retention_days: { from: 90, to: 30 } };
    expect(plain('plan.set', detail)).toBe(
      'changed the limits of the plan «pro»: active sites from 25 to 1,000, days kept from 90 to 30',
    );
    expect(plain('plan.set', { plan: 'pro', fair_use_events: { from: 0, to: 5 } })).toContain(
      ': fair-use events a month from 0 to 5',
    );
    expect(plain('plan.set', { plan: 'free', hard_limit_events: { from: null, to: 30_000 } })).toContain(
      ': most events a month from no limit to 30,000',
    );
    const hold = { reason: 'silence', since: '2026-02-01T00:00:00.000Z' };
    expect(plain('retention.confirm', { ...hold, events: 1234, oldest_day: '2025-11-02' })).toBe(
      'let retention go on, to delete 1,234 events, from 2025-11-02 (UTC) on',
    );
    expect(plain('retention.confirm', { ...hold, events: 0, oldest_day: null })).toBe(
      'let retention go on; nothing was overdue',
    );
  });
  it('says whom somebody invited, as what, and that a link was renewed', () => {
    const detail = { email: 'mia@client.test', role: 'viewer', group_id: 'x' };
    expect(plain('invitation.create', detail)).toBe('invited «mia@client.test» as viewer of one group');
    expect(plain('invitation.create', { ...detail, group_name: 'Shops' })).toBe(
      'invited «mia@client.test» as viewer of the group «Shops»',
    );
    expect(plain('member.join', { role: 'viewer', group_id: 'x', group_name: 'Shops' })).toBe(
      'joined as viewer of the group «Shops»',
    );
    expect(plain('site.update', { group_id: 'x', group_name: 'Shops' })).toBe('moved the site into the group «Shops»');
    expect(plain('invitation.create', { ...detail, renewed: true })).toBe(
      'made a new link for the invitation of «mia@client.test»',
    );
    expect(plain('member.update', { email: 'a@b.test', role: 'owner' })).toBe(
      'changed what «a@b.test» may do as owner',
    );
  });
  it('says whether a site keeps addresses, and who sees them', () => {
    expect(plain('site.keep_ip', { keep_ip: true })).toBe('lets the site keep addresses');
    expect(plain('site.keep_ip', { keep_ip: false })).toBe('no longer lets the site keep addresses');
    expect(plain('account.hide_ip', { hidden: true })).toBe('hides addresses from viewers and reports');
    expect(plain('account.hide_ip', { hidden: false })).toBe('no longer hides addresses from viewers and reports');
  });
  it('says when a restored backup was taken', () => {
    expect(plain('database.restore', { taken_at: '2026-02-01T03:04:05.678Z' })).toBe(
      'restored the database from a backup of 2026-02-01 03:04 (UTC)',
    );
  });
  it('isolates a right-to-left name', () => {
    expect(sentenceOf({ action: 'site.update', detail: { name: 'שלום' } })).toContain('\u2068שלום\u2069');
  });
  it('exists for every known action, whatever its record contains', () => {
    expect(new Set(Object.values(actionKindNames)).size).toBe(actionNames.length);
    for (const action of actionNames) {
      expect(plain(action), action).not.toBe(action);
      expect(plain(action, { name: 7, from: null, enabled: 'x', prefix: {} }), action).not.toMatch(
        /undefined|\[object/,
      );
    }
  });
  it('is the identifier itself for an unknown action, even one that is a JavaScript property name', () => {
    expect(plain('site.polish', { a: 1 })).toBe('site.polish');
    expect(plain('constructor')).toBe('constructor');
  });
});

it('lists details of any type as text', () => {
  expect(detailsOf({ detail: { to: 'pro', sites_paused: 2, group_id: null } })).toEqual([
    { name: 'to', text: 'pro' },
    { name: 'sites_paused', text: '2' },
    { name: 'group_id', text: 'null' },
  ]);
  expect(detailsOf({ detail: null })).toEqual([]);
});
