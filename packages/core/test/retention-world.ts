import { expect } from 'vitest';

import type { Core } from '../src/core.ts';
import { newEvent, ownWorld, storeAll, type EventWorld } from './event-world.ts';

export const dayMs = 86_400_000;

/** The retention of a site from a moment on, in days; null: unlimited, as for a reseller. */
export type Figure = { from: number; days: number | null };

/** The row ids of a site and its account. */
export type Place = { account: number; site: number };

/**
 * A database for the running test only, because a retention pass looks at every site and at the
 * time of the last pass.
 */
export type RetentionWorld = EventWorld & {
  /** What a pass works with, with a grace of `retentionGraceDays`. */
  core: (retentionGraceDays?: number) => Pick<Core, 'db' | 'settings'>;
  /** Adds an account with one site. */
  newSite: () => Promise<Place>;
  /** Applies the figure, as a change of the plan or of the reseller flag does. */
  setFigure: (place: Place, before: Figure | undefined, figure: Figure) => Promise<void>;
  /**
   * Stores one event a day, at varying times of the day, for `days` days from a moment on. Returns
   * their times.
   */
  fill: (place: Place, from: number, days: number) => Promise<number[]>;
  /** The times of each site's stored events, in milliseconds and in order. */
  occurredOf: () => Promise<Map<number, number[]>>;
  /** Expects the counters to match the stored events. */
  expectTrueCounters: () => Promise<void>;
};

/**
 * A plain model of rulings §9.2: the current figure, and each longer one that the site had within
 * the grace.
 */
export function daysKept(figures: readonly Figure[], at: number, graceDays: number): number | null {
  const counting = figures.filter(({ from }, index) => {
    const until = figures[index + 1]?.from ?? Infinity;
    return from <= at && until > at - graceDays * dayMs;
  });
  const maxDays = Math.max(...counting.map((one) => one.days ?? Infinity));
  return maxDays === Infinity ? null : maxDays;
}

/** Call it within a test: its database is dropped after the test. */
export async function ownRetentionWorld(): Promise<RetentionWorld> {
  const world = await ownWorld();
  const { work } = world.db;
  return {
    ...world,
    core: (retentionGraceDays = 14) => ({ db: world.db, settings: { retentionGraceDays } }),

    async newSite() {
      const { account, sites } = await world.account();
      return { account, site: sites[0] ?? expect.fail('an account without a site') };
    },

    async setFigure({ account, site }, before, { from, days }) {
      await work.query('update account set is_reseller = $2 where no = $1', [account, days === null]);
      if (days !== null) await work.query('update site set retention_days = $2 where no = $1', [site, days]);
      const isShorter = before !== undefined && days !== null && (before.days === null || before.days > days);
      if (isShorter)
        await work.query('insert into retention_cut (site_no, at, former_days) values ($1, $2, $3)', [
          site,
          new Date(from),
          before.days,
        ]);
    },

    async fill(place, from, days) {
      const times = Array.from(
        { length: days },
        (_, day) => from + day * dayMs + ((day * 7919 + place.site * 104_729) % dayMs),
      );
      await storeAll(
        world,
        place,
        times.map((occurredAt) => newEvent({ occurredAt })),
      );
      return times;
    },

    async occurredOf() {
      const { rows } = await work.query<{ site: number; times: string[] }>(
        `select site, array_agg((extract(epoch from occurred_at) * 1000)::bigint::text order by occurred_at) as times from event group by site`,
      );
      return new Map(rows.map(({ site, times }) => [site, times.map(Number)]));
    },

    async expectTrueCounters() {
      const compare = async (counter: string, counted: string): Promise<void> => {
        const { rows } = await work.query(
          `(${counter} except all ${counted}) union all (${counted} except all ${counter})`,
        );
        expect(rows).toEqual([]);
      };
      const day = `(occurred_at at time zone 'utc')::date`;
      await compare(
        'select account, site, day, severity, n from kept where n <> 0',
        `select account, site, ${day}, severity, count(*) from event group by 1, 2, 3, 4`,
      );
      await compare(
        'select account, day, severity, n from kept_day where n <> 0',
        `select account, ${day}, severity, count(*) from event group by 1, 2, 3`,
      );
    },
  };
}
