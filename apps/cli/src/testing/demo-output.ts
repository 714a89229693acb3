import { expect } from 'vitest';

import type { Ended } from './goal.ts';

/** What `goal demo --json` prints. */
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
