import {
  authenticate,
  authenticateSession,
  createSite,
  openCredentials,
  joinByLink,
  listSites,
  mintAccountKey,
  mintSiteKey,
  openPeople,
  updateGroup,
  type Caller,
  type Core,
} from '@goal/core';
import { freePort, freshDatabase, inLongRun } from '@goal/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openCore } from '../testing/core.ts';
import { demoText, json, withoutSecrets, type DemoOutput } from '../testing/demo-output.ts';
import { ask, paste } from '../testing/requests.ts';
import { goalProcess, printed, startGoal, startServer, type Running } from '../testing/goal.ts';

let database: { url: string; drop: () => Promise<void> };
let core: Core;
let server: Running;
let variables: { DATABASE_URL: string; PORT: string; STREAM_ALLOW_NETS: string };
let person: Caller;
let first: DemoOutput;
let between: number;
let sessions: string[];
const made = { key: '', siteKey: '', site: '' };
let second: DemoOutput;
/** The sites that are active in the second run: all would take as long as in the first. */
const ofSecond = () => [first.site.domain, 'northgate-cycles.test', 'oakview-vets.test'];
const setOthers = (status: string, but: string[]) =>
  core.db.prisma.site.updateMany({ where: { domain: { notIn: but } }, data: { status } });

// Runs the demo twice: first without a server, then with one. In between, a person changes the
// account.
beforeAll(async () => {
  database = await freshDatabase();
  core = await openCore(database.url);
  variables = { DATABASE_URL: database.url, PORT: String(await freePort()), STREAM_ALLOW_NETS: '127.0.0.1/32' };
  first = json(await goalProcess(['demo', '--json'], variables));
  between = await storedEvents();
  sessions = await enterByLinks(first);
  // Other tests seal logs, which would take as long as this file.
  server = startServer({ ...variables, LOG_LEVEL: 'warn', LOG_SEAL: 'off' });
  await changeByHand();
  await printed(server, 'out', /ready/);
  await setOthers('paused', ofSecond());
  second = json(await goalProcess(['demo', '--json'], variables));
  await setOthers('active', ['hilltop-choir.test']);
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await core.events.close();
  await core.db.close();
  await database.drop();
});

/** The number of stored events of today and the 90 days before, for all sites or for one. */
async function storedEvents(site: string | null = null): Promise<number> {
  const { rows } = await core.db.work.query<{ n: number }>(
    `SELECT count(*) AS n FROM event WHERE ($1::uuid IS NULL OR site = (SELECT no FROM site WHERE id = $1))
       AND occurred_at >= date_trunc('day', now(), 'UTC') - interval '90 days'`,
    [site],
  );
  return rows[0]?.n ?? 0;
}

const people = openPeople({
  secrets: ['the password of the dashboard in this test'],
  dashboardUrl: '',
  mailer: undefined,
  onMailFailure: () => {},
  signIn: 'all',
});
const visitor = { address: '192.0.2.1', userAgent: undefined };

/** Opens both links to the dashboard, and returns the sessions: the owner's, then the client's. */
async function enterByLinks({ dashboard: { owner, client } }: DemoOutput): Promise<string[]> {
  const opened: string[] = [];
  for (const [, token = ''] of [owner, client].map((link) => link.split('#')))
    opened.push((await joinByLink(core, people, { token, password: 'four harbour lamps' }, visitor)).token);
  return opened;
}
const sessionOf = (token: string) =>
  authenticateSession({ credentials: openCredentials(core.db), uses: core.uses }, `Bearer ${token}`, first.account.id);

const idOf = (domain: string): string => first.sites.find((site) => site.domain === domain)?.id ?? '';

/** Changes the demo account as a person may, and deletes events as a lost disk may. */
async function changeByHand(): Promise<void> {
  const account = await core.db.prisma.account.findFirstOrThrow({
    where: { id: first.account.id },
    select: { rowId: true, id: true },
  });
  person = { actor: { kind: 'account_key', name: 'person' }, account };
  made.key = (await mintAccountKey(core, person, { name: 'goal demo' })).key;
  made.siteKey = (await mintSiteKey(core, person, first.site.id)).token;
  made.site = (await createSite(core, person, { domain: 'my-own.test', site_url: 'https://my-own.test/' })).site_id;
  await updateGroup(core, person, first.groups[0]?.id ?? '', { name: 'My shops', external_ref: null });
  await core.db.prisma.site.update({ where: { id: idOf('hilltop-choir.test') }, data: { status: 'paused' } });
  await core.db.prisma.site.update({
    where: { id: idOf('oakview-vets.test') },
    data: { name: 'Vets', groupRowId: null },
  });
  const { rowId } = await core.db.prisma.site.findFirstOrThrow({ where: { id: idOf('northgate-cycles.test') } });
  await core.db.work.query(
    `DELETE FROM event WHERE account = $1 AND site = $2 AND occurred_at > now() - interval '20 days'`,
    [account.rowId, rowId],
  );
}

const authenticated = (key: string): Promise<object> =>
  authenticate({ credentials: openCredentials(core.db), uses: core.uses }, `Bearer ${key}`, [
    'account',
    'group',
    'site',
  ]);
const keysOf = (run: DemoOutput): string[] => [run.account.key, ...run.groups.map((group) => group.key), run.site.key];

it('R§9.1 goal demo makes an agency account with 3 groups, 14 sites and at least 30,000 events of 90 days, all of them stored', async () => {
  expect(first.groups).toHaveLength(3);
  expect(first.sites).toHaveLength(14);
  expect(first.events.events).toBeGreaterThanOrEqual(30_000);
  expect(first.events.accepted).toBe(first.events.events);
  expect(between).toBe(first.events.events);
  const account = await core.db.prisma.account.findFirstOrThrow({ where: { id: first.account.id } });
  expect(account).toMatchObject({ email: 'demo@example.com', planSlug: 'agency', isReseller: false });
  expect(account.name).toBe('Agency North');
});

it('R§9.1 each demo site has one active key, and every past event counts as having arrived on its own day', async () => {
  const { rows } = await core.db.work.query<{ sites: number; keys: number; days: number; lost: number; old: boolean }>(
    `SELECT count(*) AS sites, sum(keys)::int AS keys, min(days)::int AS days, sum(abs(differs))::int AS lost, bool_and(old) AS old FROM (
       SELECT (SELECT count(*) FROM site_key k WHERE k.site_no = s.no AND k.revoked_at IS NULL) AS keys,
         (SELECT count(*) FROM accepted a WHERE a.account = s.account_no AND a.site = s.no AND a.events > 0) AS days,
         (SELECT sum(n) FROM kept k WHERE k.account = s.account_no AND k.site = s.no) -
           (SELECT sum(events) FROM accepted a WHERE a.account = s.account_no AND a.site = s.no) AS differs,
         s.created_at < now() - interval '90 days' AS old
       FROM site s WHERE s.id = ANY($1::uuid[])) s`,
    [first.sites.map(({ id }) => id)],
  );
  // The person made a second key for one of them.
  expect(rows).toMatchObject([{ sites: 14, keys: 15, lost: 0, old: true }]);
  expect(rows[0]?.days).toBeGreaterThan(60);
  const both = await core.db.work.query<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT day, sum(events) AS events, sum(bytes) AS bytes FROM accepted GROUP BY day
       EXCEPT SELECT day, events, bytes FROM accepted_day) d`,
  );
  expect(both.rows).toEqual([{ n: 0 }]);
});

it('R§9.1 a second run stores the missing events up to now, and none twice', async () => {
  expect(second.events.accepted).toBeGreaterThan(0);
  const stored = await Promise.all(ofSecond().map((domain) => storedEvents(idOf(domain))));
  expect(stored.reduce((sum, n) => sum + n, 0)).toBe(second.events.events);
  // A paused site accepts nothing and keeps its events.
  expect(await storedEvents(idOf('hilltop-choir.test'))).toBeGreaterThan(0);
});

it('R§9.1 a second run prints new keys and revokes the keys it printed before, but no key made by a person', async () => {
  for (const key of keysOf(first)) await expect(authenticated(key)).rejects.toMatchObject({ code: 'invalid_token' });
  for (const key of [...keysOf(second), made.key, made.siteKey])
    await expect(authenticated(key)).resolves.toBeDefined();
  const active = await core.db.work.query<{ kind: string; n: number }>(
    `SELECT 'account' AS kind, count(*) AS n FROM account_key WHERE revoked_at IS NULL UNION ALL
     SELECT 'group', count(*) FROM group_key WHERE revoked_at IS NULL UNION ALL
     SELECT 'site', count(*) FROM site_key WHERE revoked_at IS NULL ORDER BY 1`,
  );
  // The demo has one account key, three group keys and a key for each of its 14 sites. The person
  // has an account key, a site key, and the first key of their own site.
  expect(active.rows).toEqual([
    { kind: 'account', n: 2 },
    { kind: 'group', n: 3 },
    { kind: 'site', n: 16 },
  ]);
});

it('R§9.1 R§10.25 its links open the account as the owner and as a client of one group, once; a second run prints new ones and ends their sessions', async () => {
  for (const link of [first.dashboard.owner, first.dashboard.client, second.dashboard.owner])
    expect(link).toMatch(/^http:\/\/localhost:3001\/join#goal_inv_[a-z0-9]{8}_\w{32}$/);
  expect(sessions).toHaveLength(2);
  for (const token of sessions) await expect(sessionOf(token)).rejects.toMatchObject({ code: 'invalid_token' });
  await expect(enterByLinks(first)).rejects.toMatchObject({ code: 'not_found' });
  const { rows } = await core.db.work.query<{ minutes: number }>(
    `SELECT round(extract(epoch FROM expires_at - created_at) / 60)::int AS minutes FROM invitation WHERE accepted_at IS NULL`,
  );
  expect(rows).toEqual([{ minutes: 60 }, { minutes: 60 }]);
  const [owner = '', client = ''] = await enterByLinks(second);
  expect((await sessionOf(owner)).membership).toMatchObject({ role: 'owner', group: undefined });
  expect((await sessionOf(client)).membership).toMatchObject({ role: 'viewer', group: { id: first.groups[0]?.id } });
});

it('R§9.1 a second run changes nothing else: names, groups, a pause and the sites of a person stay', async () => {
  const { rows: sites } = await listSites(core, person);
  expect(sites).toHaveLength(15);
  expect(sites.find((site) => site.id === made.site)).toMatchObject({ domain: 'my-own.test', active_token_count: 1 });
  expect(sites.find((site) => site.domain === 'hilltop-choir.test')).toMatchObject({ status: 'paused' });
  expect(sites.find((site) => site.domain === 'oakview-vets.test')).toMatchObject({ name: 'Vets', group_id: null });
  expect(second.groups.map(({ id, name }) => ({ id, name }))).toEqual(
    first.groups.map(({ id, name }) => ({ id, name: name === 'Shops' ? 'My shops' : name })),
  );
  expect(second.sites.map((site) => site.id)).toEqual(first.sites.map((site) => site.id));
});

it('R§9.1 the printed curl lines work against a running server', async () => {
  const answers: { status: number; body: Record<string, unknown> }[] = [];
  for (const line of second.curl) answers.push(await paste(line));
  const page = { events: expect.arrayContaining([expect.objectContaining({ id: expect.any(Number) })]) };
  expect(answers).toMatchObject([
    { status: 200, body: { account_id: second.account.id, usage: { sites_active: 14, groups: 3 } } },
    { status: 200, body: page },
    { status: 200, body: page },
    { status: 200, body: page },
    { status: 200, body: { accepted: 1, duplicates: 0, rejected: [] } },
  ]);
});

const target = () => ({ port: variables.PORT, key: second.account.key });
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

it('R§11.6 «what changed across my sites since yesterday» takes two calls of MCP and at most 32,000 characters', async () => {
  const from = daysAgo(1).slice(0, 10);
  const counts = await ask(target(), 'summarize_events', { from, by: 'site,severity', limit: 60 });
  expect(counts.structured).toMatchObject({ complete: true, source: 'days' });
  expect(counts.structured.matched).toBeGreaterThan(100);
  const severe = await ask(target(), 'search_events', { from, severity: ['high', 'critical'] });
  for (const { severity, occurred_at: time } of severe.structured.events) {
    expect(severity).toMatch(/^(high|critical)$/);
    expect(time >= from).toBe(true);
  }
  expect(counts.length + severe.length).toBeLessThanOrEqual(32_000);
});

it('R§11.6 «who deleted a user this month, and from which address» takes one call of MCP; an answer with defaults is below 16,000 characters', async () => {
  const { structured, text, length } = await ask(target(), 'search_events', {
    from: daysAgo(30),
    object: 'user',
    event_type: 'deleted',
  });
  // The story deletes a user in each group every week.
  const [deleted] = structured.events;
  expect(deleted).toMatchObject({ code: 4007, ip: expect.stringMatching(/^203\.0\.113\.\d+$/) as string });
  expect(text).toContain(
    ` <untrusted>${deleted?.username}</untrusted> | ${deleted?.ip} | <untrusted>Deleted the user `,
  );
  expect(structured.next_cursor).toBe('');
  expect(length).toBeLessThan(16_000);
  const whole = await ask(target(), 'search_events', {});
  expect(whole.structured.events).toHaveLength(20);
  expect(whole.length).toBeLessThan(16_000);
});

inLongRun(() => {
  it('R§9.1 goal demo --live sends events until Ctrl-C and then exits with 0; --receiver gets them by a stream, also those of the time when it was away', async () => {
    // Without the past of most sites the demo starts sooner.
    await setOthers('paused', [second.site.domain]);
    const refused = await goalProcess(['demo', '--receiver'], { ...variables, STREAM_ALLOW_NETS: '' });
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('STREAM_ALLOW_NETS=127.0.0.1/32')]);
    const receiver = ['demo', '--json', '--receiver', '--receiver-port', String(await freePort())];
    const live = startGoal([...receiver, '--live'], variables);
    await printed(live, 'err', /^verified {2}\d{4}-\S+ .*\n/m);
    // The stream stands before the first event is sent.
    expect(/^verified {2}(.*)$/m.exec(live.err)?.[1]).toBe(/^sent {6}(.*)$/m.exec(live.err)?.[1]);
    live.child.kill('SIGINT');
    expect(await live.ended).toBe(0);
    const [result, ...rest] = live.out.split('\n');
    expect(rest).toEqual(['']);
    const { sites, curl } = JSON.parse(result ?? '') as DemoOutput; // otherwise the assertion below fails
    expect(sites).toHaveLength(14);
    const domain = /(\S+\.test)/.exec(live.err)?.[1] ?? '';
    const { rows } = await core.db.work.query<{ n: number }>(
      `SELECT count(*) AS n FROM event WHERE site = (SELECT no FROM site WHERE id = $1) AND occurred_at > now() - interval '2 minutes'`,
      [idOf(domain)],
    );
    expect(rows[0]?.n).toBeGreaterThan(0);
    const sent = await paste(curl.at(-1)?.replace('User admin logged in.', 'While it was away.') ?? '');
    expect(sent.status).toBe(200);
    const again = startGoal(['demo', ...receiver.slice(2)], variables);
    await printed(again, 'out', /^verified .* While it was away\.\n/m);
    again.child.kill('SIGINT');
    expect(await again.ended).toBe(0);
    expect(withoutSecrets(again.out)).toMatch(demoText('My shops'));
  });
});

it('R§9.1 the demo refuses, in a sentence, to use an account with its e-mail address that it did not make', async () => {
  await core.db.prisma.account.update({ where: { id: first.account.id }, data: { email: 'moved@example.com' } });
  const { id } = await core.db.prisma.account.create({ data: { email: 'demo@example.com', planSlug: 'free' } });
  const refused = await goalProcess(['demo'], variables);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('did not make the account demo@example.com');
  expect(await core.db.prisma.account.findFirst({ where: { id }, include: { sites: true, keys: true } })).toMatchObject(
    { sites: [], keys: [] },
  );
});
