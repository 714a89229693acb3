import { randomUUID } from 'node:crypto';

import { until } from '@goal/db/testing';
import type { Verdict } from '@goal/signed-log';
import { expect } from 'vitest';

import { changePlan } from '../src/account/change-plan.ts';
import { setReseller } from '../src/account/set-reseller.ts';
import type { EventServices } from '../src/core.ts';
import { reclaimGone } from '../src/event/gone/reclaim-gone.ts';
import { createGroup, deleteGroup } from '../src/group/change-group.ts';
import { createHold, endHold } from '../src/legal-hold/holds.ts';
import { redactEvent } from '../src/redaction/redact-event.ts';
import { purgeOverdue } from '../src/retention/purge-overdue.ts';
import { getCheckpoint } from '../src/signed-log/read/get-log.ts';
import { deleteSite } from '../src/site/delete-site.ts';
import { moveSites } from '../src/site/move-sites.ts';
import { unsealedSeconds } from '../src/tail/unsealed.ts';
import { coreOf } from './core-of.ts';
import type { EventWorld } from './event-world.ts';
import { dayMs, idsIn, logsOf, verify, type Place } from './logs-of.ts';
import { randomOf } from './random.ts';

/** What the model knows of an event. Only what was sealed is in the log. */
type ModelEvent = { id: number; ageDays: number; isSealed: boolean; isRedacted: boolean; isPurged: boolean };
type ModelSite = { rowId: number; id: string; isDeleted: boolean; events: ModelEvent[] };

const plans = { free: 7, starter: 30, pro: 90, agency: 365 } as const;
type Plan = keyof typeof plans;
/** Days: just within and just beyond each figure, and old enough for all of them. */
const ages = [0, 1, 6, 7, 20, 29, 31, 80, 100, 300, 400, 900];
const livingMax = 5;

/**
 * An account to which random things happen, and a list of what must be left of its events. Nothing
 * has a grace, so that a model of a few lines tells what retention deletes.
 */
export class LogModel {
  readonly sites: ModelSite[] = [];
  #isReseller = false;
  #plan: Plan = 'agency';
  readonly #holds: { id: string; site: ModelSite | null }[] = [];
  readonly #groups: string[] = [];
  readonly #checkpoints = new Set<string>();
  readonly #random: () => number;
  readonly #logs: ReturnType<typeof logsOf>;
  /** What happened, the latest last. */
  readonly acts: string[] = [];
  bundles = 0;

  private constructor(
    readonly world: EventWorld,
    private readonly place: Place,
    private readonly other: EventServices,
    seed: number,
  ) {
    this.#logs = logsOf(world);
    this.#random = randomOf(seed);
    this.sites.push({ ...place.site, isDeleted: false, events: [] });
  }

  static async open(world: EventWorld, seed: number): Promise<LogModel> {
    const place = await logsOf(world).ownPlace();
    return new LogModel(world, place, (await world.another()).events, seed);
  }

  /** Does one of the acts. */
  async act(): Promise<void> {
    const total = weighted.reduce((sum, [weight]) => sum + weight, 0);
    let at = this.#random() * total;
    for (const [weight, name, act] of weighted) {
      at -= weight;
      if (at >= 0) continue;
      this.acts.push(name);
      await act(this);
      return;
    }
  }

  #pick<Item>(from: readonly Item[]): Item | undefined {
    return from[Math.floor(this.#random() * from.length)];
  }

  get #living(): ModelSite[] {
    return this.sites.filter(({ isDeleted }) => !isDeleted);
  }

  #isHeld(site: ModelSite): boolean {
    return this.#holds.some((hold) => hold.site === null || hold.site === site);
  }

  /** Events of one commit, of any age. */
  async store(): Promise<void> {
    const site = this.#pick(this.#living);
    const ageDays = this.#pick(ages);
    if (site === undefined || ageDays === undefined) return;
    const count = 1 + Math.floor(this.#random() ** 3 * 40);
    const occurredAt = Date.now() - ageDays * dayMs - dayMs / 2;
    const ids = await this.#logs.store({ account: this.place.account, site }, count, { occurredAt });
    site.events.push(...ids.map((id) => ({ id, ageDays, isSealed: false, isRedacted: false, isPurged: false })));
  }

  async seal(): Promise<void> {
    await this.#logs.seal(this.place);
    this.#noteSealed();
    this.#checkpoints.add(await getCheckpoint(this.#logs.core, this.place.caller.account));
  }

  #noteSealed(): void {
    for (const site of this.#living) for (const event of site.events) if (!event.isPurged) event.isSealed = true;
  }

  /** Two processes seal at once, while events are stored. */
  async sealTwice(): Promise<void> {
    const { account } = this.place;
    await Promise.all([this.#logs.seal(this.place), this.other.log.seal(account), this.store()]);
    await this.seal();
  }

  /** The connection of a seal ends before its last statements. */
  async killSeal(): Promise<void> {
    await this.store();
    const { work } = this.world.db;
    const holder = await work.connect();
    try {
      await holder.query('begin; lock table log_site in share mode');
      const sealing = this.#logs.seal(this.place).then(
        () => 'sealed',
        () => 'killed',
      );
      await until(async () => {
        const { rowCount } = await work.query(
          `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
           where not l.granted and l.relation = 'log_site'::regclass and d.datname = current_database()`,
        );
        return rowCount === 1;
      });
      expect(await sealing).toBe('killed');
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  }

  async purge(): Promise<void> {
    // Retention passes by a log that is a minute behind.
    if ((await unsealedSeconds(this.world.db.pages, this.place.account)) > 20) await this.seal();
    const due = this.#isReseller
      ? []
      : this.#living
          .filter((site) => !this.#isHeld(site))
          .flatMap(({ events }) => events.filter(({ ageDays, isPurged }) => !isPurged && ageDays >= plans[this.#plan]));
    const core = coreOf(this.world, { retentionGraceDays: 0 });
    expect(await purgeOverdue(core, { share: 1 })).toMatchObject({ events: due.length });
    for (const event of due) event.isPurged = true;
  }

  async changePlan(): Promise<void> {
    this.#plan = this.#pick(Object.keys(plans) as Plan[]) ?? 'agency'; // the keys of `plans`
    await changePlan(this.#logs.core, this.place.caller, this.#plan);
  }

  /** Mostly it is no reseller, for nothing of a reseller is purged. */
  async setReseller(): Promise<void> {
    if (!this.#isReseller && this.#random() < 0.7) return;
    this.#isReseller = !this.#isReseller;
    await setReseller(this.#logs.core, this.place.caller, this.#isReseller);
  }

  async createSite(): Promise<void> {
    if (this.#living.length >= livingMax || (!this.#isReseller && this.#plan === 'free')) return;
    const site = await this.#logs.ownSite(this.place.caller).catch((error: unknown) => {
      // Sites that are paused count as well.
      expect(error).toMatchObject({ code: 'site_limit' });
      return undefined;
    });
    if (site !== undefined) this.sites.push({ ...site, isDeleted: false, events: [] });
  }

  async deleteSite(): Promise<void> {
    const site = this.#pick(this.#living);
    if (site === undefined || this.#living.length === 1) return;
    const deleting = deleteSite(this.#logs.core, this.place.caller, site.id);
    if (this.#isHeld(site)) return expect(deleting).rejects.toMatchObject({ code: 'on_legal_hold' });
    await deleting;
    site.isDeleted = true;
  }

  async createGroup(): Promise<void> {
    const { core } = this.#logs;
    const { id } = await createGroup(core, this.place.caller, { name: randomUUID() });
    this.#groups.push(id);
    const ids = this.#living.filter(() => this.#random() < 0.5).map((site) => site.id);
    await moveSites(core, this.place.caller, { ids, group_id: id });
  }

  async deleteGroup(): Promise<void> {
    const id = this.#groups.pop();
    if (id !== undefined) await deleteGroup(this.#logs.core, this.place.caller, id);
  }

  async redact(): Promise<void> {
    const site = this.#pick(this.#living);
    const event = this.#pick(site?.events.filter(({ isPurged, isRedacted }) => !isPurged && !isRedacted) ?? []);
    if (site === undefined || event === undefined) return;
    const redacting = redactEvent(this.#logs.core, this.place.caller, event.id);
    if (this.#isHeld(site)) return expect(redacting).rejects.toMatchObject({ code: 'on_legal_hold' });
    await redacting;
    event.isRedacted = true;
  }

  async beginHold(): Promise<void> {
    const site = this.#random() < 0.2 ? null : (this.#pick(this.#living) ?? null);
    const input = { reason: 'case', site_id: site?.id ?? null };
    const { id } = await createHold(this.#logs.core, this.place.caller, input);
    this.#holds.push({ id, site });
  }

  async endHold(): Promise<void> {
    const hold = this.#pick(this.#holds);
    if (hold === undefined) return;
    await endHold(this.#logs.core, this.place.caller, hold.id);
    this.#holds.splice(this.#holds.indexOf(hold), 1);
  }

  /** A bundle, and something happens while it is written. */
  async bundleBetween(): Promise<void> {
    const beside = weighted.filter(([, name]) => !name.startsWith('bundle'));
    this.#noteSealed();
    const text = await this.#logs.bundle(this.place, async () => {
      for (let acts = 0; acts < 3; acts += 1) {
        const [, name, act] = this.#pick(beside) ?? expect.fail('no act');
        this.acts.push(`${name} meanwhile`);
        await act(this);
      }
    });
    this.#noteSealed();
    await this.#verify(text);
  }

  /** A bundle of what is left; what is gone is gone as the model says. */
  async bundle(): Promise<void> {
    this.#noteSealed();
    const text = await this.#logs.bundle(this.place);
    const verdict = await this.#verify(text);
    expect(await this.#logs.mismatchesOf(this.place)).toEqual([]);
    const told = new Map(verdict.sites.map(({ site_id, ...counts }) => [site_id, counts]));
    for (const { id, isDeleted, events } of this.sites) {
      const sealed = events.filter(({ isSealed }) => isSealed);
      const counts = told.get(id);
      const { purged = 0, deleted = 0, redacted = 0 } = counts ?? {};
      if (isDeleted) {
        expect([purged + deleted + redacted, counts?.kept ?? 0]).toEqual([sealed.length, 0]);
        continue;
      }
      expect(counts).toMatchObject({
        events: sealed.length,
        kept: sealed.filter(({ isPurged, isRedacted }) => !isPurged && !isRedacted).length,
        redacted: sealed.filter(({ isRedacted }) => isRedacted).length,
        purged: sealed.filter(({ isPurged, isRedacted }) => isPurged && !isRedacted).length,
        deleted: 0,
      });
    }
    expect(idsIn(text).toSorted((a, b) => a - b)).toEqual(
      this.#living
        .flatMap(({ events }) => events.filter(({ isPurged, isRedacted }) => !isPurged && !isRedacted))
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
    );
  }

  async #verify(text: string): Promise<Verdict> {
    this.bundles += 1;
    const verdict = await verify(text, [...this.#checkpoints]);
    expect(verdict.fault).toBeNull();
    return verdict;
  }
}

const weighted: readonly (readonly [weight: number, name: string, act: (model: LogModel) => Promise<void>])[] = [
  [30, 'store', (model) => model.store()],
  [14, 'seal', (model) => model.seal()],
  [4, 'seal twice', (model) => model.sealTwice()],
  [2, 'kill a seal', (model) => model.killSeal()],
  [12, 'purge', (model) => model.purge()],
  [8, 'change the plan', (model) => model.changePlan()],
  [4, 'turn the reseller flag', (model) => model.setReseller()],
  [4, 'create a site', (model) => model.createSite()],
  [2, 'delete a site', (model) => model.deleteSite()],
  [2, 'reclaim', async ({ world }) => void (await reclaimGone(world))],
  [2, 'create a group', (model) => model.createGroup()],
  [2, 'delete a group', (model) => model.deleteGroup()],
  [9, 'redact', (model) => model.redact()],
  [3, 'begin a hold', (model) => model.beginHold()],
  [7, 'end a hold', (model) => model.endHold()],
  [3, 'bundle', (model) => model.bundle()],
  [3, 'bundle in between', (model) => model.bundleBetween()],
];
