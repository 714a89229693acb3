import { randomUUID } from 'node:crypto';

import { runsOf } from '@goal/db/testing';
import fc from 'fast-check';
import { DomainError } from '@goal/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { newEvent, openWorld, storeAll, type EventWorld } from '../../test/event-world.ts';
import type { Core } from '../core.ts';
import { purgeEvents } from '../event/gone/purge-events.ts';
import { addDays } from '../ground/day.ts';
import { createSite } from '../site/create-site.ts';
import type { Caller } from '../ground/caller.ts';
import { changePlan } from './change-plan.ts';
import { previewPlan } from './preview-plan.ts';
import { previewReseller } from './preview-reseller.ts';
import { setReseller } from './set-reseller.ts';

let world: EventWorld;
let today: string;
beforeAll(async () => {
  world = await openWorld();
  const { rows } = await world.db.work.query<{ day: string }>(`select (now() at time zone 'utc')::date::text as day`);
  today = rows[0]?.day ?? '';
});
afterAll(() => world.close());

const slugs = ['free', 'starter', 'pro', 'agency'] as const;
type Slug = (typeof slugs)[number];
type Site = { rowId: number; id: string; status: string; retention_days: number };
/**
 * Makes an account in any possible state: more sites than its plan allows, in any status, with
 * events of any age.
 */
type Given = { plan: Slug; isReseller: boolean; statuses: string[]; ages: number[]; graceDays: number };
const anyAccount = fc.record<Given>({
  plan: fc.constantFrom(...slugs),
  isReseller: fc.boolean(),
  statuses: fc.array(fc.constantFrom('active', 'active', 'active', 'paused', 'revoked'), { maxLength: 40 }),
  ages: fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 20 }),
  graceDays: fc.constantFrom(0, 14),
});

async function make({ plan, isReseller, statuses, ages, graceDays }: Given) {
  const { account, sites } = await world.account(statuses.length);
  const { rows } = await world.db.work.query<{ id: string }>(
    'update account set plan = $2, is_reseller = $3 where no = $1 returning id',
    [account, plan, isReseller],
  );
  await world.db.work.query(
    `update site s set status = u.status, retention_days = p.retention_days, created_at = now() - u.no % 7 * interval '1 hour'
     from unnest($1::int[], $2::text[]) u(no, status), plan p where s.no = u.no and p.slug = $3`,
    [sites, statuses, plan],
  );
  for (const [place, site] of sites.entries()) {
    const own = ages.filter((_, at) => at % sites.length === place);
    const events = own.map((age) => newEvent({ occurredAt: Date.parse(addDays(today, -age)) }));
    await storeAll(world, { account, site }, events);
  }
  const core = coreOf(world, { retentionGraceDays: graceDays });
  const caller: Caller = { actor: { kind: 'cli', name: 'test' }, account: { rowId: account, id: rows[0]?.id ?? '' } };
  return { core, caller, account };
}

/** Newest first. */
async function sitesOf(account: number): Promise<Site[]> {
  const text =
    'select no as "rowId", id::text, status, retention_days from site where account_no = $1 order by created_at desc, no desc';
  return (await world.db.work.query<Site>(text, [account])).rows;
}

const cutsOf = async (account: number) =>
  (
    await world.db.work.query<{ site_no: number; former_days: number | null }>(
      'select c.site_no, c.former_days from retention_cut c join site s on s.no = c.site_no where s.account_no = $1',
      [account],
    )
  ).rows;

/**
 * The number of events that the retention worker deletes from these sites on the day when the grace
 * period has ended.
 */
async function deletedAfterGrace(account: number, sites: number[], days: number, graceDays: number): Promise<number> {
  const olderThan = Date.parse(addDays(today, graceDays - days));
  let deleted = 0;
  for (const site of sites) deleted += (await purgeEvents(world, { account, site, olderThan })).deleted;
  return deleted;
}

/**
 * The number of events in a sentence: 0 if it says that there are none, undefined if it is not
 * about deletion.
 */
function promised(sentence: string): number | undefined {
  if (sentence.includes('none of the events')) return 0;
  const [, number] = /retention may delete ([\d,]+) events? older/.exec(sentence) ?? [];
  return number === undefined ? undefined : Number(number.replaceAll(',', ''));
}

const runs = { numRuns: runsOf(15, 300) };

describe('a preview agrees with the change that follows', () => {
  test('R§4.2 R§9.2 for any change of plan: the paused sites, the retention of all sites, the events deleted after the grace period', async () => {
    await fc.assert(
      fc.asyncProperty(anyAccount, fc.constantFrom(...slugs), async (given, to) => {
        const { core, caller, account } = await make(given);
        const before = await sitesOf(account);
        const preview = await previewPlan(core, caller, to);
        expect([preview.from, preview.to]).toEqual([given.plan, to]);
        await changePlan(core, caller, to);
        const after = await sitesOf(account);
        const paused = after.filter((site, at) => site.status !== before[at]?.status);
        expect(paused.every(({ status }) => status === 'paused')).toBe(true);
        expect(preview.sites.map(({ id }) => id)).toEqual(paused.map(({ id }) => id));
        expect(preview.sites_to_pause).toBe(paused.length);
        expect(after.every((site) => site.retention_days === preview.retention_days.to)).toBe(true);
        const cuts = await cutsOf(account);
        expect(cuts.every((cut) => cut.former_days === preview.retention_days.from)).toBe(true);
        const number = preview.sentences.map(promised).find((found) => found !== undefined);
        expect(number !== undefined).toBe(!given.isReseller && cuts.length > 0);
        if (number === undefined) return;
        const sites = cuts.map((cut) => cut.site_no);
        expect(await deletedAfterGrace(account, sites, preview.retention_days.to, given.graceDays)).toBe(number);
      }),
      runs,
    );
  });

  test('R§4.3 for turning the flag on or off: the answer to the next create, the events deleted after the grace period, and no other change', async () => {
    await fc.assert(
      fc.asyncProperty(anyAccount, fc.boolean(), async (given, enabled) => {
        const { core, caller, account } = await make(given);
        const before = await sitesOf(account);
        const preview = await previewReseller(core, caller, enabled);
        expect([preview.is_reseller, preview.enabled]).toEqual([given.isReseller, enabled]);
        await setReseller(core, caller, enabled);
        expect(await sitesOf(account)).toEqual(before);
        const [quota, , , retention] = preview.effects.map(({ sentence }) => sentence);
        const cuts = await cutsOf(account);
        const number = promised(retention ?? '');
        expect(number !== undefined).toBe(given.isReseller && !enabled);
        expect(cuts.map((cut) => cut.former_days)).toEqual(number === undefined ? [] : before.map(() => null));
        expect(await createdOrRefused(core, caller)).toBe(/refused/.test(quota ?? '') ? 'site_limit' : 'created');
        if (number === undefined) return;
        const days = before[0]?.retention_days ?? 0;
        const sites = cuts.map((cut) => cut.site_no);
        expect(await deletedAfterGrace(account, sites, days, given.graceDays)).toBe(number);
      }),
      runs,
    );
  });
});

async function createdOrRefused(core: Core, caller: Caller): Promise<string> {
  try {
    await createSite(core, caller, { domain: `${randomUUID()}.example.com`, site_url: 'https://example.com/' });
    return 'created';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

test('R§4.2 of the sites that would be paused only the newest hundred are read and shown, but all are counted', async () => {
  const given: Given = {
    plan: 'agency',
    isReseller: false,
    statuses: Array.from({ length: 130 }, () => 'active'),
    ages: [],
    graceDays: 14,
  };
  const { core, caller, account } = await make(given);
  const reading = vi.spyOn(core.db.prisma.site, 'findMany');
  const preview = await previewPlan(core, caller, 'pro');
  expect(reading.mock.calls.map(([asked]) => asked?.take)).toEqual([100]);
  expect([preview.sites_to_pause, preview.sites.length]).toEqual([105, 100]);
  const ids = (await sitesOf(account)).map(({ id }) => id);
  expect(preview.sites.map(({ id }) => id)).toEqual(ids.slice(0, 100));
});
