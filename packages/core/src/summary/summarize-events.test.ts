import {
  memberSummaryQuery,
  type FoundAccountEvent,
  type MemberSummary,
  type MemberSummaryGroup,
} from '@goal/contract';
import { runsOf } from '@goal/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import type { EventWorld } from '../../test/event-world.ts';
import { beginningOf, openSummaryWorld, someCount, someFrom, someTo } from '../../test/summary-world.ts';
import { listMemberEvents, type Member } from '../event/read/member-events.ts';
import { summarizeMemberEvents } from './summarize-events.ts';

let world: EventWorld;
let members: Member[];
beforeAll(async () => {
  const opened = await openSummaryWorld();
  ({ world } = opened);
  members = await makeMembers(opened.account, opened.sites);
});
afterAll(() => world.close());

/** The members of the account whose questions are counted: one of all of it, one of a group. */
async function makeMembers(account: number, sites: number[]): Promise<Member[]> {
  const { prisma } = world.db;
  const { id } = await prisma.account.findFirstOrThrow({ where: { rowId: account } });
  const ofGroup = sites.slice(18, 30);
  const made = await prisma.group.create({ data: { accountRowId: account, name: 'Shops' } });
  await prisma.site.updateMany({ where: { rowId: { in: ofGroup } }, data: { groupRowId: made.rowId } });
  const group = { rowId: made.rowId, id: made.id, name: made.name };
  const own = { rowId: account, id, email: 'a@example.com', name: null, isReseller: false };
  const membership = {
    rowId: 1,
    role: 'viewer' as const,
    account: { ...own, needsSecondFactor: false, hidesIp: false },
    plan: { slug: 'agency', sites: 100, retentionDays: 365, keysPerSite: 2, api: true },
    hasEntered: true,
  };
  const caller = { actor: { kind: 'member' as const, name: 'jo@example.com' }, account: own };
  const session = { keyRowId: 1 };
  return [
    { caller, session, membership: { ...membership, group: undefined } },
    { caller: { ...caller, group }, session, membership: { ...membership, group } },
  ];
}

/** What a session may group by, and how it finds that in an event of its list. */
const facets: Readonly<Record<string, (event: FoundAccountEvent) => object>> = {
  severity: ({ severity }) => ({ severity }),
  code: ({ code }) => ({ code }),
  object: ({ object }) => ({ object }),
  event_type: ({ event_type }) => ({ event_type }),
  user: ({ user_id, site_id }) => ({ user_id, site_id }),
  site: ({ site_id }) => ({ site_id }),
};
const someQuestion = fc.record(
  {
    by: fc.constantFrom(...Object.keys(facets)),
    buckets: someCount,
    from: someFrom.map((ms) => new Date(ms).toISOString()),
    to: someTo.map((ms) => new Date(ms).toISOString()),
    code: fc.constantFrom([1000], [9]),
    username: fc.constantFrom('ada'),
    q: fc.constantFrom('word'),
  },
  { requiredKeys: [] },
);

test('R§11.3 the histogram and the facets of a session are counts of its list, of the whole account and of one group', async () => {
  const core = coreOf(world);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...members), someQuestion, async (member, question) => {
      const query = memberSummaryQuery.parse({ ...question, limit: 200 });
      const first = await summarizeMemberEvents(core, member, query);
      const counts = new Map<string, number>();
      const range = first.from === undefined ? {} : { from: Date.parse(first.from) };
      // The other parts are of the range that the first one tells.
      const whole = first.to === undefined ? range : { ...range, to: Date.parse(first.to) };
      for (let part = first; ;) {
        expect(part.matched).toBe(part.counts.reduce((sum, { events }) => sum + events, part.other));
        for (const group of part.counts) counts.set(keyOf(group), (counts.get(keyOf(group)) ?? 0) + group.events);
        if (part.complete) break;
        part = await summarizeMemberEvents(core, member, { ...query, ...whole, cursor: part.next_cursor });
      }
      const expected = new Map<string, number>();
      for (let cursor: string | undefined; cursor !== '';) {
        const page = await listMemberEvents(core, member, { ...query, ...range, cursor });
        for (const event of page.events) {
          const key = JSON.stringify({
            ...(first.bucket_ms === undefined ? {} : { bucket: bucketOf(first, event) }),
            ...Object.assign({}, ...query.by.map((each) => facets[each]?.(event))),
          });
          expected.set(key, (expected.get(key) ?? 0) + 1);
        }
        cursor = page.next_cursor;
      }
      expect(counts).toEqual(expected);
    }),
    { numRuns: runsOf(40, 1000) },
  );
});

/** The keys of a group without what is told about them. */
const keyOf = ({
  events: _,
  name: __,
  username: ___,
  domain: ____,
  site_name: _____,
  ...keys
}: MemberSummaryGroup): string => JSON.stringify(keys);

function bucketOf({ from = '', to = '', bucket_ms: ms = 1 }: MemberSummary, event: FoundAccountEvent): string {
  return beginningOf({ from: Date.parse(from), to: Date.parse(to), ms }, Date.parse(event.occurred_at));
}
