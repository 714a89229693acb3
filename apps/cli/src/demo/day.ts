import type { DemoSite, Person } from './agency.ts';
import { demoEvent, type DemoEvent, type Draft } from './demo-event.ts';
import { drawFacts } from './facts.ts';
import { tasksOf, visitsOf } from './habits.ts';
import { bruteForceNight, hired, staffChange, updateWave } from './incidents.ts';
import { Random } from './random.ts';
import { Session } from './session.ts';
import { dayMs, hourMs, isWeekend } from './time.ts';

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

/**
 * Work in office hours: in the morning and often again after lunch; rarely at the weekend or by the
 * agency.
 */
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

/**
 * Visitors, robots and the site's own jobs, at any hour; only the people among them sleep at night.
 */
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
