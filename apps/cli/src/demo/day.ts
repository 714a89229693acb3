import { demoEvent, session, type DemoEvent, type Draft, type Step } from './event.ts';
import { dayMs, drawFacts, hourMs, minuteMs, strangerAddress, versions, type Facts, type Scene } from './facts.ts';
import { Random } from './random.ts';
import { admin, demoGroups, demoSites, hours, keeper, newcomers, tasksOf, visitsOf, waking } from './story.ts';
import type { DemoSite, Person } from './story.ts';

/**
 * The events of a site on a UTC day (days since 1970), oldest first. They depend only on the site
 * and the day, so a later run on another machine gets the same events with the same event_uuid.
 */
export function eventsOfDay(site: DemoSite, day: number): DemoEvent[] {
  const scene = { site, day, random: new Random(`goal demo ${site.domain} ${day}`) };
  const hired = isTuesday(day) ? [] : newcomer(site, weekOf(day));
  const drafts = [
    ...[...site.people, ...hired].flatMap((person) => workOf(person, scene)),
    ...visits(scene),
    ...updateWave(scene),
    ...bruteForceNight(scene),
    ...staffChange(scene),
  ];
  return drafts
    .filter((draft) => draft.at >= day * dayMs && draft.at < (day + 1) * dayMs)
    .sort((a, b) => a.at - b.at)
    .map((draft, ordinal) => demoEvent(draft, `${site.domain} ${day} ${ordinal}`));
}

/** Work in office hours: mornings, often again after lunch; rarely at the weekend. */
function workOf(person: Person, scene: Scene): Draft[] {
  const { site, day, random } = scene;
  const comes = person.name === keeper.name ? 6 : isWeekend(day) ? 12 : 85;
  if (!random.chance(comes)) return [];
  const own = isWeekend(day) ? hours.weekend : random.chance(60) ? hours.whole : hours.half;
  return own.flatMap(([from = 0, to = 0]) => {
    const start = day * dayMs + (from - site.zone) * hourMs + random.int(0, (to - from) * hourMs);
    return session(scene, person, start, stepsOf(person, scene));
  });
}

function* stepsOf(person: Person, scene: Scene): Generator<Step> {
  const { site, random } = scene;
  yield [1000];
  const tasks = Math.round((random.int(1, 4) * site.size) / 10) || 1;
  for (let done = 0; done < tasks; done++) {
    const facts = drawFacts(scene);
    const { steps } = random.weighted(tasksOf(person, site.trade));
    for (const [index, code] of steps.entries()) if (index === 0 || random.chance(80)) yield [code, facts];
  }
  if (random.chance(75)) yield [1001];
}

/** Visitors, robots and the site's own jobs at any hour; only the people among them sleep. */
function visits(scene: Scene): Draft[] {
  const { site, day, random } = scene;
  return visitsOf(site.trade).flatMap(({ code, often, weekend }) => {
    const [low = 0, high = 0] = isWeekend(day) ? weekend : often;
    const isMachine = code === 6069 || code === 1003;
    const count = isMachine ? random.int(low, high) : Math.round((random.int(low, high) * site.size) / 10);
    return Array.from({ length: count }, () => {
      const hour = isMachine ? random.int(0, 23) : random.weighted(waking).hour - site.zone;
      const at = day * dayMs + hour * hourMs + random.int(0, hourMs - 1);
      return { at, code, facts: drawFacts(scene) };
    });
  });
}

/** `day` is in days since 1970, which began on a Thursday. */
export const isWeekend = (day: number): boolean => day % 7 === 2 || day % 7 === 3;

/*
 * The story repeats every four weeks, and these are the days of the incidents in each cycle; 0 is a
 * Thursday. A cycle follows the calendar, not the first run of the demo, so that every run produces
 * the same story, and any 60 days contain it twice.
 */
const cycleOf = (day: number): number => Math.floor(day / 28);
const updateWednesday = 13;
const attackMonday = 18;

/** Picks one site for each cycle, `step` sites further from one cycle to the next. */
const isTurnOf = (site: DemoSite, cycle: number, step: number): boolean =>
  demoSites[(cycle * step) % demoSites.length] === site;

/** The agency updates all sites in one morning; on one site the first attempt fails. */
function updateWave(scene: Scene): Draft[] {
  const { site, day } = scene;
  if (day % 28 !== updateWednesday) return [];
  const cycle = cycleOf(day);
  const updates = site.trade.plugins.flatMap((plugin, number) => {
    const fails = number === 0 && isTurnOf(site, cycle, 3);
    const facts = { plugin, ...versions(number, cycle) };
    return (fails ? [5030, 5002, 5004, 5001] : [5004]).map((code): Step => [code, facts]);
  });
  const core = { former: `6.8.${(cycle - 1) % 10}`, version: `6.8.${cycle % 10}` };
  const start = day * dayMs + 8 * hourMs + demoSites.indexOf(site) * 12 * minuteMs;
  return session(scene, keeper, start, [[1000], ...updates, [5031, versions(1, cycle)], [6004, core], [1001]]);
}

/** A night of password guessing from one address; in the morning the site is secured. */
function bruteForceNight(scene: Scene): Draft[] {
  const { site, day, random } = scene;
  const cycle = cycleOf(day);
  if (day % 28 !== attackMonday || !isTurnOf(site, cycle, 5)) return [];
  const ip = strangerAddress(random);
  const drafts: Draft[] = [];
  let at = day * dayMs + 40 * minuteMs;
  const attempts = random.int(750, 1000);
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const facts: Facts = { ip, name: random.pick(site.people).name, count: String(attempt) };
    const code = attempt % 120 === 0 || attempt === attempts ? 1004 : random.chance(70) ? 1002 : 1003;
    drafts.push({ at, code, facts });
    // After a block the attacker pauses for a while.
    at += code === 1004 ? random.int(5, 15) * minuteMs : random.int(2, 18) * 1000;
  }
  const lock: Facts = { plugin: 'Login Doorman', version: `1.${cycle % 100}.0` };
  const passwords = site.people.slice(2).map(({ name }): Step => [4004, { name }]);
  const secured: Step[] = [[1000], [4003], ...passwords, [5000, lock], [5001, lock], [7800], [7808]];
  return [...drafts, ...session(scene, admin, day * dayMs + (7 - site.zone) * hourMs, secured)];
}

/** Users come and go on Tuesdays: the week of a day, which begins on one. */
const weekOf = (day: number): number => Math.floor((day - 5) / 7);
const isTuesday = (day: number): boolean => day % 7 === 5;

/** The person who joins one site of each group for a week; nobody on the other sites. */
function newcomer(site: DemoSite, week: number): Person[] {
  const group = demoGroups.findIndex(({ ref }) => ref === site.group);
  const peers = demoSites.filter((one) => one.group === site.group);
  if (group < 0 || peers[(week * 3) % peers.length] !== site) return [];
  const turn = (week + group * 2) % newcomers.length;
  return [{ id: 30 + turn, name: newcomers[turn] ?? '', role: 'author' }];
}

/**
 * Each Tuesday each group has a site with a new user and one whose user of a week is deleted. It is
 * the same hour everywhere, so that any seven days contain a deletion of each group.
 */
function staffChange(scene: Scene): Draft[] {
  const { site, day } = scene;
  if (!isTuesday(day)) return [];
  return [4001, 4007].flatMap((code, weeksAgo) =>
    newcomer(site, weekOf(day) - weeksAgo).flatMap(({ name, role }) =>
      session(scene, admin, day * dayMs + 14 * hourMs, [[1000], [code, { name, role }], [1001]]),
    ),
  );
}
