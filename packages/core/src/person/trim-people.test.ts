import { expect, test } from 'vitest';

import { ownWorld } from '../../test/event-world.ts';
import { spendTry, trySpending } from '../sign-in/brake.ts';
import { trimPeople } from './trim-people.ts';

test('R§10.8 brakes that are full again go, and one that is not stays', async () => {
  const world = await ownWorld();
  const brake = (about: string) => ({ kind: 'refusal', about }) as const;
  await spendTry(world, brake('old'));
  await world.db.work.query(`update brake set at = at - interval '61 minutes'`);
  await spendTry(world, brake('fresh'));
  await trimPeople(world);
  const { rows } = await world.db.work.query('select from brake');
  expect(rows).toHaveLength(1);
  expect(await trySpending(world, brake('fresh'))).toBe(false);
});

test('attempts go when they expire, sessions and invitations a year after their end, news 90 days after it was sent', async () => {
  const world = await ownWorld();
  const { account } = await world.account();
  await world.db.work.query(
    `with p as (insert into person (email) values ('jo@example.com') returning no),
       s as (insert into session (prefix, hash, person_no, how, expires_at, ended_at)
         select v.prefix, '', p.no, 'password', now() + v.expires, now() + v.ended from p, (values
           ('open', interval '1 day', null::interval), ('ended', '1 day', '-364 days'), ('over', '-366 days', null),
           ('past', '1 day', '-366 days')) v (prefix, expires, ended)),
       c as (insert into ceremony (hash, kind, data, expires_at) values ('a', 'sso', '{}', now() - interval '1 second'), ('b', 'sso', '{}', now() + interval '1 minute')),
       m as (insert into mail (account_no, kind, month, outcome, done_at) values
         ($1, 'account_key', null, 'sent', now() - interval '91 days'), ($1, 'administrator', null, 'sent', now() - interval '89 days'),
         ($1, 'recovery_code', null, null, null), ($1, 'fair_use', '2025-01-01', 'sent', now() - interval '400 days'))
     insert into invitation (prefix, hash, account_no, role, email, created_by, expires_at, accepted_at)
     select v.prefix, '', $1, 'viewer', v.prefix, 'jo', now() + v.expires, now() + v.accepted from (values
       ('open', interval '1 day', null::interval), ('over', '-366 days', null), ('past', '1 day', '-366 days'),
       ('used', '-300 days', '-301 days')) v (prefix, expires, accepted)`,
    [account],
  );
  await trimPeople(world);
  const left = async (table: string, column: string): Promise<unknown[]> =>
    (await world.db.work.query<{ left: string }>(`select ${column} as left from ${table} order by 1`)).rows.map(
      (row) => row.left,
    );
  expect(await left('session', 'prefix')).toEqual(['ended', 'open']);
  expect(await left('invitation', 'prefix')).toEqual(['open', 'used']);
  expect(await left('ceremony', 'hash::text')).toEqual(['\\x62']);
  expect(await left('mail', 'kind')).toEqual(['administrator', 'fair_use', 'recovery_code']);
});
