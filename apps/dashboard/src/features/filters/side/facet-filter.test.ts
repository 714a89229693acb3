import { expect, test } from 'vitest';

import { filterOfGroup, nameOfUser } from './facet-filter.ts';
import { narrowed } from '../query/filters.ts';

const site = '0192f0a4-5b1c-4c3d-9e2f-0123456789ab';
const mia = { events: 3, user_id: 5, username: 'mia', site_id: site };
const nobody = { events: 9, user_id: 0, username: 'cron', site_id: site };

test('R§11.2 a group of users stands for its id on its site, and the one without a user id for no name', () => {
  expect([nameOfUser(mia), nameOfUser({ ...mia, username: '' }), nameOfUser(nobody)]).toEqual([
    'mia',
    '#5',
    'without a user id',
  ]);
  expect(filterOfGroup('user', mia)).toEqual({ name: 'user_id', value: '5', how: { site, username: 'mia' } });
  expect(filterOfGroup('user', nobody)).toEqual({ name: 'user_id', value: '0', how: { site } });
  expect(filterOfGroup('object', { events: 1, object: '' })).toBeUndefined();
});

test('R§11.4 a click with Alt leaves a value out, also a user, by the name; what has no opposite adds no filter', () => {
  const click = (group: typeof mia, isOpposite: boolean) => {
    const { name, value, how } = filterOfGroup('user', group) ?? expect.fail('no filter');
    return narrowed({ code: ['7'] }, name, value, { ...how, isOpposite });
  };
  expect(click(mia, false)).toEqual({ code: ['7'], user_id: ['5'], site: [site] });
  expect(click(mia, true)).toEqual({ code: ['7'], not_username: ['mia'] });
  expect(click(nobody, true)).toEqual({ code: ['7'] });
  expect(narrowed({ user_id: ['5'], site: [site] }, 'user_id', '5', { isOpposite: true, username: 'mia' })).toEqual({
    site: [site],
    not_username: ['mia'],
  });
  expect(narrowed({}, 'site', site, { isOpposite: true })).toEqual({});
  expect(narrowed({ code: ['7'] }, 'code', '7', { isOpposite: true })).toEqual({ not_code: ['7'] });
});
