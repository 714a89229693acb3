import { DomainError, limits, type SignInWay } from '@goal/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { countOf, openPeopleWorld, outcomesOf, type PeopleWorld } from '../../../test/people-world.ts';
import type { PersonRef } from '../../person/person.ts';

let world: PeopleWorld;
beforeAll(async () => {
  world = await openPeopleWorld();
});
afterAll(() => world.close());

/** Gives the person that many live sessions, the first of which was used longest ago. */
async function fill({ rowId }: PersonRef, count: number): Promise<void> {
  await world.core.db.work.query(
    `INSERT INTO session (prefix, hash, person_no, how, created_at, last_used_at, expires_at)
     SELECT substr(md5(n || ' of ' || $1::int), 1, 8), decode(md5(n::text), 'hex'), $1, 'password',
       now() - interval '5 days', now() - interval '3 days' + n * interval '1 minute', now() + interval '20 days'
     FROM generate_series(1, $2) n`,
    [rowId, count],
  );
}

const liveOf = ({ rowId }: PersonRef) =>
  world.prisma.session.findMany({ where: { personRowId: rowId, endedAt: null }, orderBy: { rowId: 'asc' } });
const endsOf = ({ email }: PersonRef) =>
  world.prisma.action.findMany({ where: { actor: email, action: 'session.end' }, orderBy: { id: 'asc' } });

test('R§10.4 a person has 100 live sessions: the next sign-in ends the one that was used longest ago, and records it', async () => {
  const [person, other] = [await world.makePerson(), await world.makePerson()];
  await fill(person, limits.session.perPerson - 1);
  await fill(other, limits.session.perPerson);
  const [oldest, second] = await liveOf(person);
  await world.signInAs(person);
  expect(await liveOf(person)).toHaveLength(100);
  expect(await endsOf(person)).toEqual([]);
  const { token } = await world.signInAs(person);
  const live = await liveOf(person);
  expect(live).toHaveLength(100);
  expect(live.map(({ prefix }) => prefix)).not.toContain(oldest?.prefix);
  expect(live.map(({ prefix }) => prefix)).toContain(second?.prefix);
  expect(live.map(({ prefix }) => prefix)).toContain(token.split('_')[2]);
  expect(await endsOf(person)).toMatchObject([{ accountId: null, detail: { prefix: oldest?.prefix } }]);
  expect(await liveOf(other)).toHaveLength(100);
});

test('R§10.4 sessions that have ended, expired or lain idle take no place', async () => {
  const person = await world.makePerson();
  await fill(person, 100);
  const [ended, expired, idle] = await liveOf(person);
  const change = (rowId: number | undefined, data: object) =>
    world.prisma.session.update({ where: { rowId: rowId ?? 0 }, data });
  await change(ended?.rowId, { endedAt: new Date() });
  await change(expired?.rowId, { expiresAt: new Date() });
  await change(idle?.rowId, { lastUsedAt: new Date(Date.now() - 8 * 86_400_000) });
  for (let sign = 0; sign < 3; sign += 1) await world.signInAs(person);
  expect(await endsOf(person)).toEqual([]);
  await world.signInAs(person);
  expect(await endsOf(person)).toHaveLength(1);
});

test('R§10.4 of eight sign-ins at once at 100 sessions each ends one, and 100 stay', async () => {
  const person = await world.makePerson();
  await fill(person, 100);
  await Promise.all(Array.from({ length: 8 }, () => world.signInAs(person)));
  expect(await liveOf(person)).toHaveLength(100);
  const ends = await endsOf(person);
  expect(new Set(ends.map(({ detail }) => JSON.stringify(detail))).size).toBe(8);
});

describe('R§10.8 a person begins 60 sessions an hour in one way', () => {
  const beginsOf = async (person: PersonRef): Promise<number> =>
    countOf(await world.actionsOf(person), 'session.begin');
  const signInOften = (person: PersonRef, count: number, how?: SignInWay) =>
    outcomesOf(Array.from({ length: count }, () => world.signInAs(person, how)));
  /** A person who has just begun that many sessions by password. */
  async function makeFrequent(spent: number): Promise<PersonRef> {
    await world.prisma.brake.deleteMany();
    const person = await world.makePerson();
    await world.signInAs(person);
    await world.prisma.$executeRaw`UPDATE brake SET spent = ${spent}, at = clock_timestamp()`;
    return person;
  }

  test('after 50, of 20 at once 10 begin and are recorded; the next one begins a minute later', async () => {
    const person = await makeFrequent(50);
    const outcomes = await signInOften(person, 20);
    expect([countOf(outcomes, 'done'), countOf(outcomes, 'rate_limited')]).toEqual([10, 10]);
    expect([await beginsOf(person), (await liveOf(person)).length]).toEqual([11, 11]);
    const refusal = await world.signInAs(person).catch((error: unknown) => error);
    const seconds = refusal instanceof DomainError ? (refusal.retryAfter ?? 0) : 0;
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    await world.prisma.$executeRaw`UPDATE brake SET at = at - interval '1 minute'`;
    expect((await signInOften(person, 2)).toSorted()).toEqual(['done', 'rate_limited']);
    expect(await beginsOf(person)).toBe(12);
  });

  test('the other ways and other people have their own, and a link has none', async () => {
    const person = await makeFrequent(60);
    await expect(world.signInAs(person)).rejects.toMatchObject({ code: 'rate_limited' });
    for (const how of ['passkey', 'code', 'sso'] as const) expect(await signInOften(person, 1, how)).toEqual(['done']);
    expect(await signInOften(await world.makePerson(), 1)).toEqual(['done']);
    const spent = await world.prisma.brake.count();
    for (const how of ['invitation', 'reset'] as const) expect(await signInOften(person, 1, how)).toEqual(['done']);
    expect(await world.prisma.brake.count()).toBe(spent);
  });
});
