import { severities } from '@goal/contract';
import { expect, it } from 'vitest';

import { eventsOfDay } from './day.ts';
import { messageOf, type DemoEvent } from './event.ts';
import { dayMs, drawFacts } from './facts.ts';
import { Random } from './random.ts';
import { demoGroups, demoSites, kinds, tasksOf, visitsOf, type DemoSite } from './story.ts';
import { isWeekend } from './day.ts';

// A Friday; a cycle of the story began eight days before.
const today = 20_784;
const days = Array.from({ length: 60 }, (_, back) => today - back);
const story = demoSites.map((site) => ({ site, days: days.map((day) => ({ day, events: eventsOfDay(site, day) })) }));
const all = story.flatMap(({ site, days: told }) =>
  told.flatMap(({ day, events }) => events.map((event) => ({ site, day, event }))),
);

const count = (of: (event: DemoEvent) => boolean): number => all.filter(({ event }) => of(event)).length;

it('60 days contain far more than 30,000 events, each on its day, with a valid severity and a unique event_uuid', () => {
  expect(all.length).toBeGreaterThan(36_000);
  const elsewhere = all.filter(({ day, event }) => Math.floor(Date.parse(event.occurred_at) / dayMs) !== day);
  expect(elsewhere).toEqual([]);
  expect(count(({ severity }) => !severities.includes(severity))).toBe(0);
  expect(new Set(all.map(({ event }) => event.event_uuid)).size).toBe(all.length);
});

it('a day always has the same events, and they differ from those of the next day', () => {
  const [site] = demoSites;
  if (site === undefined) throw new Error('no site');
  expect(eventsOfDay(site, today)).toEqual(eventsOfDay(site, today));
  expect(eventsOfDay(site, today)[0]).not.toEqual(eventsOfDay(site, today - 1)[0]);
});

it('the events of a day are sorted by time', () => {
  for (const { days: told } of story) {
    for (const { events } of told) {
      const times = events.map((event) => event.occurred_at);
      expect(times).toEqual(times.toSorted());
    }
  }
});

it('people are less active at weekends, and hardly at night', () => {
  const byHand = all.filter(({ event }) => event.user_id > 0);
  const perDay = (weekend: boolean): number =>
    byHand.filter(({ day }) => isWeekend(day) === weekend).length /
    days.filter((day) => isWeekend(day) === weekend).length;
  expect(perDay(true) * 3).toBeLessThan(perDay(false));
  const hourOf = ({ site, event }: { site: DemoSite; event: DemoEvent }): number =>
    (new Date(event.occurred_at).getUTCHours() + site.zone + 24) % 24;
  expect(byHand.filter((one) => hourOf(one) < 7).length).toBeLessThan(byHand.length / 100);
});

it('the story includes a night of guessed passwords, updates on all sites, and a user who is created and deleted in each group every week', () => {
  expect(count(({ code }) => code === 1002 || code === 1003)).toBeGreaterThan(2000);
  expect(count(({ code }) => code === 1004)).toBeGreaterThan(5);
  for (const { days: told } of story) {
    const wave = told.filter(
      ({ events }) => events.filter(({ code, username }) => code === 5004 && username === 'agency').length >= 5,
    );
    expect(wave.length).toBeGreaterThanOrEqual(2);
  }
  const deleted = all.filter(({ event }) => event.code === 4007);
  for (const { ref } of demoGroups) {
    const times = deleted.filter(({ site }) => site.group === ref).map(({ event }) => Date.parse(event.occurred_at));
    const gaps = times.toSorted((a, b) => a - b).map((at, nth, list) => at - (list[nth - 1] ?? at));
    expect(times.length * 7).toBeGreaterThanOrEqual(days.length - 7);
    expect(Math.max(...gaps)).toBeLessThan(7 * dayMs + 3_600_000);
  }
  for (const { site, event } of deleted) {
    const name = /the user (\w+)/.exec(event.message)?.[1];
    const after = all.filter(
      (one) => one.site === site && one.event.username === name && one.event.occurred_at > event.occurred_at,
    );
    expect(after).toEqual([]);
  }
});

it('every code that a person or a visitor can cause is one of the kinds, and each of them has a severity', () => {
  const codes = demoSites.flatMap(({ people, trade }) => [
    ...people.flatMap((person) => tasksOf(person, trade).flatMap(({ steps }) => steps)),
    ...visitsOf(trade).map(({ code }) => code),
  ]);
  expect(codes.filter((code) => kinds[code] === undefined)).toEqual([]);
  expect(Object.values(kinds).filter(([severity]) => !severities.includes(severity))).toEqual([]);
});

it('every code has a message, and all IP addresses come from the ranges reserved for documentation', () => {
  const [site] = demoSites;
  if (site === undefined) throw new Error('no site');
  const facts = { ...drawFacts({ site, day: today, random: new Random('facts') }), user: 'admin' };
  for (const code of Object.keys(kinds)) expect(messageOf(Number(code), facts)).not.toMatch(/[{}]|undefined/);
  const addresses = all.flatMap(({ event }) => event.message.match(/\d+\.\d+\.\d+\.\d+/g) ?? []);
  expect(addresses.filter((address) => !/^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}$/.test(address))).toEqual([]);
});
