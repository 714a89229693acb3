import { demoGroups, demoSites, keeper, type DemoSite, type Person } from './agency.ts';
import {
  dayMs,
  demoEvent,
  drawFacts,
  hourMs,
  minuteMs,
  pluginsOf,
  Session,
  strangerAddress,
  versions,
  type DemoEvent,
  type Draft,
  type Facts,
} from './event.ts';
import { tasksOf, visitsOf } from './habits.ts';
import type { Code } from './kinds.ts';
import { Random } from './random.ts';

/**
 * The events of a site on a UTC day (days since 1970), oldest first. They depend only on the site
 * and the day, so a later run on another machine gets the same events with the same event_uuid.
 */
export function eventsOfDay(site: DemoSite, day: number): DemoEvent[] {
  const random = new Random(`goal demo ${site.domain} ${day}`);
  const people = [...site.people, ...hired(site, day)];
  const drafts = [
    ...people.flatMap((person) => workOf(person, site, day, random)),
    ...visits(site, day, random),
    ...updateWave(site, day, random),
    ...bruteForceNight(site, day, random),
    ...staffChange(site, day, random),
  ];
  return drafts
    .filter((draft) => draft.at >= day * dayMs && draft.at < (day + 1) * dayMs)
    .sort((a, b) => a.at - b.at)
    .map((draft, ordinal) => demoEvent(draft, `${site.domain} ${day} ${ordinal}`));
}

/** Work in office hours: mornings, often again after lunch; rarely at the weekend. */
function workOf(person: Person, site: DemoSite, day: number, random: Random): Draft[] {
  const comes = person.name === 'agency' ? 6 : isWeekend(day) ? 12 : 85;
  if (!random.chance(comes)) return [];
  const halves = isWeekend(day)
    ? [[10, 15]]
    : random.chance(60)
      ? [
          [8, 10],
          [13, 15],
        ]
      : [[8, 11]];
  return halves.flatMap(([from = 8, to = 10]) => {
    const start = day * dayMs + (from - site.zone) * hourMs + random.int(0, (to - from) * hourMs);
    const session = new Session(site, person, start, random);
    session.does(1000);
    const tasks = Math.round((random.int(1, 4) * site.size) / 10) || 1;
    for (let done = 0; done < tasks; done++) {
      const facts = drawFacts(site, day, random);
      const { steps } = random.weighted(tasksOf(person, site.trade));
      for (const [index, code] of steps.entries()) if (index === 0 || random.chance(80)) session.does(code, facts);
    }
    if (random.chance(75)) session.does(1001);
    return session.drafts;
  });
}

/** Visitors, robots and the site's own jobs at any hour; only the people among them sleep. */
function visits(site: DemoSite, day: number, random: Random): Draft[] {
  return visitsOf(site.trade).flatMap(({ code, often, weekend }) => {
    const [low, high] = isWeekend(day) ? weekend : often;
    const isMachine = code === 6069 || code === 1003;
    const count = isMachine ? random.int(low, high) : Math.round((random.int(low, high) * site.size) / 10);
    return Array.from({ length: count }, () => {
      const hour = isMachine ? random.int(0, 23) : random.weighted(wakingHours).hour - site.zone;
      const at = day * dayMs + hour * hourMs + random.int(0, hourMs - 1);
      return { at, code, facts: drawFacts(site, day, random), who: undefined, session: undefined };
    });
  });
}

const wakingHours = [1, 2, 4, 6, 7, 7, 6, 6, 7, 7, 6, 7, 8, 9, 8, 5, 2].map((weight, index) => ({
  hour: 7 + index,
  weight,
}));

/** `day` is in days since 1970, which began on a Thursday. */
export function isWeekend(day: number): boolean {
  return day % 7 === 2 || day % 7 === 3;
}

/** The story repeats every four weeks: the cycle, and the day in it (0 is a Thursday). */
function cycleOf(day: number): { cycle: number; dayOfCycle: number } {
  return { cycle: Math.floor(day / 28), dayOfCycle: day % 28 };
}

/*
 * The days of the incidents in each cycle of four weeks. A cycle follows the calendar, not the
 * first run of the demo, so that every run produces the same story, and any 60 days contain it
 * twice.
 */
const updateWednesday = 13;
const attackMonday = 18;

/** The first Tuesday; users come and go on Tuesdays. */
const staffTuesday = 5;
const newcomers = ['finn', 'ada', 'luis', 'greta', 'noor', 'otto', 'yuki'];

/** Picks one site for each cycle, `step` sites further from one cycle to the next. */
function isTurnOf(site: DemoSite, cycle: number, step: number): boolean {
  return demoSites[(cycle * step) % demoSites.length]?.domain === site.domain;
}

function administrator(site: DemoSite): Person {
  return site.people[0] ?? keeper;
}

/** The agency updates all sites in one morning; on one site the first attempt fails. */
function updateWave(site: DemoSite, day: number, random: Random): Draft[] {
  const { cycle, dayOfCycle } = cycleOf(day);
  if (dayOfCycle !== updateWednesday) return [];
  const turn = demoSites.findIndex(({ domain }) => domain === site.domain);
  const session = new Session(site, keeper, day * dayMs + 8 * hourMs + turn * 12 * minuteMs, random);
  session.does(1000);
  for (const [number, plugin] of pluginsOf(site).entries()) {
    const facts = { plugin, ...versions(number, cycle) };
    const fails = number === 0 && isTurnOf(site, cycle, 3);
    const steps: Code[] = fails ? [5030, 5002, 5004, 5001] : [5004];
    for (const code of steps) session.does(code, facts);
  }
  session.does(5031, versions(1, cycle));
  session.does(6004, { former: `6.8.${(cycle - 1) % 10}`, version: `6.8.${cycle % 10}` });
  session.does(1001);
  return session.drafts;
}

/** A night of password guessing from one address; in the morning the site is secured. */
function bruteForceNight(site: DemoSite, day: number, random: Random): Draft[] {
  const { cycle, dayOfCycle } = cycleOf(day);
  if (dayOfCycle !== attackMonday || !isTurnOf(site, cycle, 5)) return [];
  const ip = strangerAddress(random);
  const drafts: Draft[] = [];
  let at = day * dayMs + 40 * minuteMs;
  const attempts = random.int(750, 1000);
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const facts: Facts = { ip, name: random.pick(site.people).name, count: String(attempt) };
    const code = attempt % 120 === 0 || attempt === attempts ? 1004 : random.chance(70) ? 1002 : 1003;
    drafts.push({ at, code, facts, who: undefined, session: undefined });
    // After a block the attacker pauses for a while.
    at += code === 1004 ? random.int(5, 15) * minuteMs : random.int(2, 18) * 1000;
  }
  const morning = new Session(site, administrator(site), day * dayMs + (7 - site.zone) * hourMs, random);
  const lock: Facts = { plugin: 'Login Doorman', version: `1.${cycle % 100}.0` };
  morning.does(1000);
  morning.does(4003);
  for (const person of site.people.slice(2)) morning.does(4004, { name: person.name });
  morning.does(5000, lock);
  morning.does(5001, lock);
  morning.does(7800);
  morning.does(7808);
  return [...drafts, ...morning.drafts];
}

/** The week of staff changes that a day belongs to, and the day in it; 0 is a Tuesday. */
function staffWeek(day: number): { week: number; dayOfWeek: number } {
  const since = day - staffTuesday;
  return { week: Math.floor(since / 7), dayOfWeek: since % 7 };
}

/** The person who joins one site of each group for a week; undefined on the other sites. */
function newcomer(site: DemoSite, week: number): Person | undefined {
  const group = demoGroups.findIndex(({ ref }) => ref === site.group);
  const peers = demoSites.filter((one) => one.group === site.group);
  if (group < 0 || peers[(week * 3) % peers.length] !== site) return undefined;
  const turn = (week + group * 2) % newcomers.length;
  return { id: 30 + turn, name: newcomers[turn] ?? '', role: 'author' };
}

/** The user who works on the site for only a week. */
function hired(site: DemoSite, day: number): Person[] {
  const { week, dayOfWeek } = staffWeek(day);
  const person = dayOfWeek > 0 ? newcomer(site, week) : undefined;
  return person === undefined ? [] : [person];
}

/**
 * Each Tuesday each group has a site with a new user and one whose user of a week is deleted. It is
 * the same hour everywhere, so that any seven days contain a deletion of each group.
 */
function staffChange(site: DemoSite, day: number, random: Random): Draft[] {
  const { week, dayOfWeek } = staffWeek(day);
  if (dayOfWeek !== 0) return [];
  return ([4001, 4007] as const).flatMap((code) => {
    const person = newcomer(site, code === 4001 ? week : week - 1);
    if (person === undefined) return [];
    const session = new Session(site, administrator(site), day * dayMs + 14 * hourMs, random);
    session.does(1000);
    session.does(code, { name: person.name, role: person.role });
    session.does(1001);
    return session.drafts;
  });
}
