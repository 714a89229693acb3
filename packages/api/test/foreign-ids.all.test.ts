import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { proceduresOf } from '../src/procedures.ts';
import { refusalOf } from '../src/refusal.ts';
import { appRouter } from '../src/router.ts';
import { bearer, makeAccount, openServices, type Credential, type TestServices } from './access-world.ts';
import { event } from './member-world.ts';
import { accesses, nameOf, procedures } from './people-procedures.ts';
import { signIn } from './people-world.ts';

// Every procedure of people that takes ids, asked about things of somebody else: it answers as for
// ids that name nothing, and changes nothing (rulings §10.5, §10.6).

const kinds = [
  'site',
  'siteKey',
  'group',
  'groupKey',
  'accountKey',
  'event',
  'member',
  'invitation',
  'view',
  'hold',
  'redaction',
  'stream',
  'session',
  'passkey',
] as const;
type Ids = Record<(typeof kinds)[number], string>;

const month = new Date().toISOString().slice(0, 7);
const reads = (x: Ids) => [{ site_id: x.site }, { group_id: x.group }];
const withId =
  (kind: keyof Ids, more: object = {}) =>
  (x: Ids) => [{ id: x[kind], ...more }];

/** What each procedure is asked: `x` are the ids of others, `own` those of whoever asks. */
const rows: Record<string, (x: Ids, own: Ids) => object[]> = {
  'me.join': withId('invitation'),
  'me.sessions.end': (x) => [{ prefix: x.session }],
  'me.passkeys.rename': withId('passkey', { name: 'Mine' }),
  'me.passkeys.remove': withId('passkey'),
  'dashboard.report': (x) => reads(x).map((one) => ({ month, ...one })),
  ...Object.fromEntries(
    ['activity', 'topSites', 'topCodes', 'silentSites', 'events.list', 'events.summary', 'events.tail'].map((name) => [
      `dashboard.${name}`,
      reads,
    ]),
  ),
  'dashboard.events.export': (x, own) => [...reads(x), { site_ids: [own.site, x.site] }],
  'dashboard.events.get': withId('event'),
  'dashboard.events.around': withId('event'),
  'dashboard.events.redact': withId('event'),
  'dashboard.groups.get': withId('group'),
  'dashboard.groups.update': withId('group', { name: 'Mine' }),
  'dashboard.groups.delete': withId('group'),
  'dashboard.groups.keys.list': withId('group'),
  'dashboard.groups.keys.revoke': (x, own) => [
    { id: x.group, prefix: x.groupKey },
    { id: own.group, prefix: x.groupKey },
  ],
  'dashboard.sites.list': (x) => [{ group_id: x.group }],
  'dashboard.sites.get': withId('site'),
  'dashboard.sites.create': (x) => [
    { domain: 'mine.example.com', site_url: 'https://mine.example.com/', group_id: x.group },
  ],
  'dashboard.sites.update': (x, own) => [
    { id: x.site, name: 'Mine' },
    { id: x.site, group_id: own.group },
    { id: own.site, name: 'Mine', group_id: x.group },
  ],
  'dashboard.sites.activate': withId('site'),
  'dashboard.sites.delete': withId('site', { domain: 'mine.example.com' }),
  'dashboard.sites.deleteSeveral': (x, own) => [
    { ids: [x.site], typed: 'delete 1 site' },
    { ids: [own.site, x.site], typed: 'delete 2 sites' },
  ],
  'dashboard.sites.setKeepIp': withId('site', { keep_ip: false }),
  'dashboard.sites.move': (x, own) => [
    { ids: [own.site, x.site], group_id: own.group },
    { ids: [own.site], group_id: x.group },
  ],
  'dashboard.sites.choose': (x, own) => [{ ids: [own.site, x.site] }],
  'dashboard.sites.tokens.list': withId('site'),
  'dashboard.sites.tokens.create': withId('site'),
  'dashboard.sites.tokens.revoke': (x, own) => [
    { id: x.site, prefix: x.siteKey },
    { id: own.site, prefix: x.siteKey },
  ],
  'dashboard.keys.revoke': (x) => [{ prefix: x.accountKey }],
  'dashboard.members.invite': (x) => [{ email: 'mia@example.com', role: 'viewer', group_id: x.group }],
  'dashboard.members.update': (x, own) => [
    { id: x.member, role: 'viewer' },
    { id: own.member, role: 'viewer', group_id: x.group },
  ],
  'dashboard.members.remove': withId('member'),
  'dashboard.invitations.renew': withId('invitation'),
  'dashboard.invitations.revoke': withId('invitation'),
  'dashboard.views.update': withId('view', { name: 'Mine' }),
  'dashboard.views.delete': withId('view'),
  'dashboard.holds.create': (x) => [{ reason: 'mine', site_id: x.site }],
  'dashboard.holds.end': withId('hold'),
  'dashboard.redactions.get': withId('redaction'),
  'dashboard.redactions.preview': (x) => [{ username: 'ada', site_id: x.site }],
  'dashboard.redactions.left': (x) => [{ since: '2026-01-01T00:00:00Z', site_id: x.site }],
  'dashboard.redactions.create': (x) => [{ username: 'ada', site_id: x.site }],
  'dashboard.streams.create': (x) => [
    { name: 'Mine', sink: { type: 'mail', to: [x.member] } },
    ...reads(x).map((filters) => ({ name: 'Mine', sink: { type: 'mail', to: null }, filters })),
  ],
  'dashboard.streams.alert': (x) => [
    { name: 'Mine', to: [x.member] },
    ...reads(x).map((filters) => ({ name: 'Mine', to: null, filters })),
  ],
  'dashboard.streams.update': (x, own) => [
    { id: x.stream, name: 'Mine' },
    { id: own.stream, sink: { type: 'mail', to: [x.member] } },
    ...reads(x).map((filters) => ({ id: own.stream, filters })),
  ],
  'dashboard.streams.replay': withId('stream', { from: 'oldest' }),
  ...Object.fromEntries(
    ['get', 'delete', 'pause', 'resume', 'test', 'rotateSecret', 'deliveries', 'setAside', 'retrySetAside'].map(
      (name) => [`dashboard.streams.${name}`, withId('stream')],
    ),
  ),
};

/** Whether a field names a thing of an account or of a person. A user is one of the site's CMS. */
const namesThing = (field: string): boolean => /^(ids?|prefix|sink|filters)$|_ids?$/.test(field) && field !== 'user_id';

/**
 * What may have been sent on. The answer tells of the asker's account alone, also where its site is
 * another's.
 */
const tellsOfOwn = 'dashboard.redactions.left';

/** The names of the fields that a shape takes. */
function fieldsOf(shape: unknown): string[] {
  if (shape instanceof z.ZodObject) return Object.keys(shape.shape);
  return shape instanceof z.ZodPipe ? fieldsOf(shape.in) : [];
}

const ofPeople = accesses.filter((access) => access !== 'entry').flatMap((access) => procedures[access].map(nameOf));

type Tenant = { owner: Credential; groupAdmin: Credential; groupViewer: Credential; ids: Ids; beyondGroup: Ids };

let services: TestServices;
let mine: Tenant;
let theirs: Tenant;
beforeAll(async () => {
  services = await openServices();
  const { token } = await services.adminToken('the night desk', 'admin:write');
  mine = await makeTenant({ authorization: bearer(token) });
  theirs = await makeTenant({ authorization: bearer(token) });
});
afterAll(() => services.close());

/** An account with one of everything, whose group does not hold all of it. */
async function makeTenant(operator: Credential): Promise<Tenant> {
  const account = await makeAccount(services, operator, 'pro');
  const { prisma } = services.core.db;
  const { rowId: group } = await prisma.group.findFirstOrThrow({ where: { id: account.group.id } });
  const owner = await signIn(services, account, { role: 'owner' });
  const admin = await signIn(services, account, { role: 'admin' });
  const { dashboard } = services.callerOf(owner);
  const occurredAt = new Date().toISOString();
  await services.callerOf(account.siteKey).ingest.events.send({ events: [event({ occurred_at: occurredAt })] });
  const otherKey = { authorization: bearer(account.otherSite.token), domain: account.otherSite.domain };
  await services.callerOf(otherKey).ingest.events.send({ events: [event({ occurred_at: occurredAt })] });
  const eventOf = async (site: { id: string }): Promise<string> =>
    String((await dashboard.events.list({ site_id: site.id })).events[0]?.id);
  const { members } = await dashboard.members.list();
  const passkey = await prisma.passkey.create({
    data: {
      personRowId: owner.person.rowId,
      credentialId: Buffer.from(crypto.randomUUID()),
      publicKey: Buffer.from('a key'),
      counter: 0,
      name: 'Laptop',
      backedUp: false,
    },
  });
  const view = await dashboard.views.save({ name: 'Mine', query: '?q=a' });
  const shared = await dashboard.views.save({ name: 'Ours', query: '?q=b', shared: true });
  const ids: Ids = {
    site: account.site.id,
    siteKey: account.site.prefix,
    group: account.group.id,
    groupKey: account.groupKey.prefix,
    accountKey: account.accountKey.prefix,
    event: await eventOf(account.site),
    member: members.find(({ email }) => email === admin.person.email)?.id ?? '',
    invitation: (await dashboard.members.invite({ email: `${crypto.randomUUID()}@example.com`, role: 'viewer' })).id,
    view: shared.id,
    hold: (await dashboard.holds.create({ reason: 'a case', site_id: account.otherSite.id })).id,
    redaction: (await dashboard.redactions.create({ username: 'nobody' })).id,
    stream: (await dashboard.streams.alert({ name: 'Alert', to: null })).id,
    session: owner.prefix,
    passkey: passkey.id,
  };
  const others = await dashboard.groups.create({ name: 'Others' });
  return {
    owner,
    groupAdmin: await signIn(services, account, { role: 'admin', group }),
    groupViewer: await signIn(services, account, { role: 'viewer', group }),
    ids,
    beyondGroup: {
      ...ids,
      site: account.otherSite.id,
      siteKey: account.otherSite.prefix,
      group: others.id,
      event: await eventOf(account.otherSite),
      view: view.id,
    },
  };
}

const unknown = (): Ids => ({
  ...(Object.fromEntries(kinds.map((kind) => [kind, crypto.randomUUID()])) as Ids), // `kinds` are its keys
  event: '9007199254740991',
  siteKey: 'zzzzzzzz',
  groupKey: 'zzzzzzzz',
  accountKey: 'zzzzzzzz',
  session: 'zzzzzzzz',
});

/** The status and the sentence of a refusal, or what was answered. */
async function answerTo(credential: Credential, name: string, input: object): Promise<string> {
  const procedure = proceduresOf(appRouter)[name];
  if (procedure === undefined) throw new Error(`no procedure ${name}`);
  try {
    const answer = await procedure({
      ctx: { ...services.contextOf(credential), streams: 'whole' },
      path: name,
      type: procedure._def.type,
      getRawInput: () => Promise.resolve(input),
      signal: undefined,
      batchIndex: 0,
    });
    return `200 ${JSON.stringify(answer)}`;
  } catch (error) {
    const { status, message } = refusalOf(error);
    if (status >= 500) throw error;
    return `${status} ${message}`;
  }
}

/** All rows that these procedures may change. */
async function everything(): Promise<unknown> {
  const ofAccounts = 'account site site_group site_key group_key account_key stream legal_hold redaction saved_view';
  const tables = `${ofAccounts} person membership invitation passkey`.split(' ');
  return Promise.all(
    tables.map(async (table) => (await services.core.db.work.query(`SELECT t.* FROM ${table} t ORDER BY 1, 2`)).rows),
  );
}

test('R§10.5 every procedure of people has a row for each field that names a thing', () => {
  const x = unknown();
  // An act is known to whoever did it alone, which acts.test.ts shows.
  for (const name of ofPeople.filter((one) => !one.endsWith('.act'))) {
    const fields = (proceduresOf(appRouter)[name]?._def.inputs ?? []).flatMap(fieldsOf);
    const inputs = rows[name]?.(x, { ...x, ...unknown() }) ?? [];
    const asked = inputs.flatMap((input) =>
      Object.entries(input).flatMap(([field, value]) =>
        Object.values(x).some((id) => JSON.stringify(value)?.includes(id)) ? [field] : [],
      ),
    );
    expect([name, ...fields.filter((field) => namesThing(field) && !asked.includes(field))]).toEqual([name]);
  }
  expect(Object.keys(rows).filter((name) => !ofPeople.includes(name))).toEqual([]);
});

describe.each(Object.keys(rows))('%s', (name) => {
  const inputsOf = (x: Ids, own: Ids): object[] => rows[name]?.(x, own) ?? [];

  test('R§10.5 R§10.6 ids of another account are ids that name nothing', async () => {
    const before = await everything();
    const asUnknown = inputsOf(unknown(), mine.ids);
    for (const [index, input] of inputsOf(theirs.ids, mine.ids).entries()) {
      const answer = await answerTo(mine.owner, name, asUnknown[index] ?? {});
      if (name !== tellsOfOwn) expect(answer).toBe('404 not found');
      expect([input, await answerTo(mine.owner, name, input)]).toEqual([input, answer]);
    }
    expect(await everything()).toEqual(before);
  });

  test('R§10.6 what lies beyond the one group of a member is what names nothing', async () => {
    const before = await everything();
    const asUnknown = inputsOf(unknown(), mine.ids);
    for (const credential of [mine.groupAdmin, mine.groupViewer])
      for (const [index, input] of inputsOf(mine.beyondGroup, mine.ids).entries()) {
        const answer = await answerTo(credential, name, asUnknown[index] ?? {});
        expect(answer).toMatch(/^40[34] /);
        expect([input, await answerTo(credential, name, input)]).toEqual([input, answer]);
      }
    expect(await everything()).toEqual(before);
  });
});
