import type { Severity } from '@goal/contract';

import agency from './agency.json' with { type: 'json' };
import habits from './habits.json' with { type: 'json' };
import events from './kinds.json' with { type: 'json' };

/** A user of a site. `id` is the user's id in the CMS. */
export type Person = { id: number; name: string; role: string };

/** The e-mail, and the name that people see in place of it. */
export const { email: demoEmail, name: demoName, plan: demoPlan } = agency.account;

/**
 * `admin` is the first user of every site, and `keeper`, the agency's user, maintains every site;
 * `pages` are titles that every site has, before its own.
 */
export const { groups: demoGroups, admin, keeper, newcomers, pages } = agency;

/**
 * 14 sites: five shops, four local businesses, four clubs, and the agency's own. The .test domain
 * is reserved and not unique across accounts (rulings §4.1), so no other account can block one of
 * these names. Of a site `group` is the external_ref, null for the agency's own site; `trade`
 * decides what happens on it; `size` says how busy it is, 10 is normal; `zone` is in hours ahead of
 * UTC; `goods` are products, courses or forms; the index of a title gives its post id.
 */
export const demoSites = agency.sites.map(({ trade, people, titles, ...site }) => ({
  ...site,
  trade: habits.trades[trade as keyof typeof habits.trades], // the tests tell the story of each site
  people: [admin, keeper, ...people],
  titles: [...pages, ...titles],
}));
export type DemoSite = (typeof demoSites)[number];
type Trade = DemoSite['trade'];

/** The tasks of a person on a site of this trade: steps on one object; `weight` says how often. */
export function tasksOf({ role }: Person, { tasks }: Trade) {
  const { writing, keeping, own } = habits.tasks;
  if (role === 'administrator') return [...writing, ...tasks, ...keeping, ...own];
  if (role === 'shop manager') return [...tasks, ...own];
  if (role === 'author') return [...writing, ...own];
  return [...writing, ...tasks, ...own];
}

/**
 * The events that no user of a site of this trade causes, and how often they happen on a working
 * day and at the weekend, on a site of normal size: at least and at most.
 */
export const visitsOf = ({ visits }: Trade) => [...habits.visits, ...visits];

/**
 * The words that a message can name, the browsers of people, the hours in which they come, and how
 * many visitors are there at each hour that they are awake.
 */
export const { facts: words, agents, hours, waking } = habits;

/** The fields that all events of a code share; the message has placeholders such as {user}. */
export type Kind = [severity: Severity, object: string, eventType: string, message: string];

/** The plugin's event codes that the demo uses, with the plugin's messages. */
export const kinds = events.kinds as Record<string, string[]> as Record<string, Kind>; // a test fills each

/** The CMS post of events on an object: products, orders, courses and files are posts too. */
export const posts: Readonly<Record<string, { id: string; type: string; status: string }>> = events.posts;

/** The status of a post after events of some codes, in place of its usual one. */
export const statusAfter: Readonly<Record<string, string>> = events.statusAfter;
