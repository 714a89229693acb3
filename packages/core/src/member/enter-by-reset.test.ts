import { transaction } from '@goal/db';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { membersWorld, outcomeOf, outcomesOf, visitor } from '../../test/members-world.ts';
import { password, testPeople } from '../../test/people-world.ts';
import { openReset } from '../sign-in/ways/reset-link.ts';
import { joinByLink } from './join-account.ts';

let world: EventWorld;
let people: ReturnType<typeof membersWorld>;
beforeAll(async () => {
  world = await openWorld();
  people = membersWorld(world);
});
afterAll(() => world.close());

test('R§10.25 a link that sets a new way in works once, also when it is opened eight times at once', async () => {
  const { rowId } = await people.person();
  const token = await transaction(world.db, (tx) => openReset(tx, { rowId }));
  const open = testPeople();
  const join = (link: string) => joinByLink(people.core, open, { token: link, password }, visitor);
  const outcomes = await outcomesOf(Array.from({ length: 8 }, () => () => join(token)));
  expect(outcomes).toEqual({ done: 1, not_found: 7 });
  expect(await outcomeOf(join(token))).toBe('not_found');
  expect(await world.db.prisma.session.findMany({ where: { personRowId: rowId } })).toMatchObject([{ how: 'reset' }]);
});
