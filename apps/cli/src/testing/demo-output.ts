import { expect } from 'vitest';

import type { Ended } from './goal.ts';

/** The output of `goal demo --json`. */
export type DemoOutput = {
  dashboard: { owner: string; client: string };
  account: { id: string; key: string };
  groups: { id: string; name: string; key: string }[];
  sites: { id: string; domain: string }[];
  site: { id: string; domain: string; key: string };
  events: { events: number; accepted: number };
  curl: string[];
};

/** Asserts success and returns the one JSON object on standard output. */
export function json({ code, out, err }: Ended): DemoOutput {
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.split('\n')).toHaveLength(2);
  return JSON.parse(out) as DemoOutput; // otherwise the assertions on its fields fail
}

/** The same text with the beginning of each token alone, and one blank between two columns. */
export const withoutSecrets = (printed: string): string =>
  printed.replaceAll(/(goal_[a-z]+)_\w+/g, '$1').replaceAll(/ +/g, ' ');

/** Its text for a person, without secrets; `shops` is the name of the group of the client. */
export const demoText = (shops: string): RegExp =>
  new RegExp(
    [
      String.raw`^The demo account demo@example\.com: 3 groups, 14 sites, \d+ events of 90 days \(\d+ of them new\)\.`,
      '',
      String.raw`Dashboard http://localhost:3001/join#goal_inv \(opens the demo account as its owner, once, for an hour\)`,
      String.raw` http://localhost:3001/join#goal_inv \(as client@north\.test, who sees ${shops} alone, once, for an hour\)`,
      '',
      'Its keys, shown only once. The keys of an earlier run are revoked:',
      ' account goal_acct',
      ...[shops, '.*', '.*'].map((group) => ` group ${group} goal_grp`),
      String.raw` site \S+\.test goal_live`,
      '',
      String.raw`With a running server \(npm start\) you can paste each of these lines into a shell:`,
      ...Array.from({ length: 5 }, () => '\n .*:\ncurl -sS .*'),
    ].join('\n'),
  );
