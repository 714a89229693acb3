import { readFileSync } from 'node:fs';

import { startRedis, type TestRedis } from '@goal/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';

import { absentWitness } from './absent-witness.ts';
import { startService, type TestService } from './harness.ts';

const docs = new URL('../../../docs/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, docs), 'utf8');
type Rule = { alert: string; expr: string; labels: { severity: string } };
// The file is ours, and is compared with what is served below.
const { groups } = parse(read('operations/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

let redis: TestRedis;
let service: TestService;
let text: string;
beforeAll(async () => {
  redis = await startRedis();
  // A service with witnesses has a metric more.
  service = await startService({ redisUrl: redis.url, signedLog: { witnesses: absentWitness() } });
  // Labelled counters appear with their first increment.
  await service.call('GET', '/account/me');
  text = (await service.call('GET', '/metrics', { root: true })).text;
});
afterAll(async () => {
  await service.stop();
  await redis.stop();
});

/** Returns each metric’s name and type. */
const served = (): Map<string, string> =>
  new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
/** Returns the names under which Prometheus stores a metric’s series. */
const seriesOf = ([name, type]: [string, string]): string[] =>
  type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
const named = (expression: string): string[] =>
  [...expression.replaceAll(/"[^"]*"/g, '').matchAll(/\b(?:goal|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name);

it('/metrics serves every metric that an alert names, with the labels that the alert uses', () => {
  const series = new Set([...served()].flatMap(seriesOf));
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, expr } of rules) {
    const names = named(expr);
    expect(names.length + (expr.startsWith('up{') ? 1 : 0), alert).toBeGreaterThan(0);
    for (const name of names) expect(series, alert).toContain(name);
    for (const [, name = '', label = ''] of expr.matchAll(/(goal_\w+)\{(\w+)(?:=|!~)/g))
      expect(text, `${alert}: ${label}`).toMatch(new RegExp(`^${name}\\{[^}]*${label}="`, 'm'));
  }
});

it('every alert has a section in docs/operations.md, and every section has an alert', () => {
  const sections = [...read('operations.md').matchAll(/^### (Goal\w+)$/gm)].map(([, name]) => name);
  expect(sections).toEqual(rules.map(({ alert }) => alert));
});

it('metrics follow the naming rules of Prometheus: counters end in _total, and units are base units', () => {
  const ours = [...served()].filter(([name]) => name.startsWith('goal_'));
  expect(ours.length).toBeGreaterThan(20);
  for (const [name, type] of ours) {
    expect(name).toMatch(/^goal_[a-z]+(_[a-z]+)*$/);
    expect(name.endsWith('_total'), name).toBe(type === 'counter');
    expect(name).not.toMatch(/_(ms|milliseconds|minutes|kb|mb|percent)(_|$)/);
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
  }
});

it('the metrics cover requests, pools, caches, limiter, ingest, tail, exports, worker and mail, and identify nobody', () => {
  for (const one of [
    'goal_build_info{version="',
    'goal_ready 1',
    'goal_http_requests_in_flight 1',
    'goal_pool_connections_max{pool="ingest"} 10',
    'goal_cache_lookups_total{cache="dictionary_places",result="hit"} 0',
    'goal_rate_limit_buckets 0',
    'goal_ingest_commits_total{result="stored"} 0',
    'goal_ingest_commit_seconds_total 0',
    'goal_tail_waiting_requests 0',
    'goal_exports_running 0',
    'goal_worker_failures_total{work="retention"} 0',
    'goal_mails_total{result="failed"} 0',
    'goal_mails_waiting 0',
    'goal_request_failures_total{reason="overload"} 0',
  ])
    expect(text).toContain(`\n${one}`);
  expect(text).not.toMatch(/goal_(?:live|acct|grp|admin)_[a-z0-9]{8}/);
});
