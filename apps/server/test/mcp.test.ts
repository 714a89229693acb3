import { logShape } from '@goal/contract';
import { rowsInAllRun } from '@goal/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { makeEvent, sharedService, type Account, type Group, type GroupKey, type Site } from './harness.ts';
import { clients, type Credentials, type ToolClient, type ToolResult } from './mcp-clients.ts';

const service = await sharedService();
let account: Account;
let group: Group;
let groupKey: GroupKey;
let inGroup: Site;
let outside: Site;
let foreign: Site;

const start = Date.now() - 3_600_000;
const eventsOf = (site: Site) =>
  Array.from({ length: 12 }, (_, at) =>
    makeEvent({
      occurred_at: new Date(start + at * 1000).toISOString(),
      code: at % 2 === 0 ? 1000 : 4007,
      severity: at % 3 === 0 ? 'high' : 'low',
      message: `event ${at} of ${site.domain}`,
      user_agent: 'Browser/1.0',
      post_id: 7,
    }),
  );

beforeAll(async () => {
  account = await service.makeAccount({ reseller: true });
  group = await service.makeGroup(account, { external_ref: 'customer-7' });
  groupKey = await service.makeGroupKey(account, group);
  inGroup = await service.makeSite(account, { group_id: group.id, name: 'Shop' });
  outside = await service.makeSite(account);
  foreign = await service.makeSite(await service.makeAccount({ reseller: true }));
  for (const site of [inGroup, outside, foreign]) {
    await service.setReadRate(site, 1000);
    await service.ingest(site, eventsOf(site));
  }
});

type Listed = { events: { id: number; message: string }[]; next_cursor: string };
/** Returns the structured content of a successful answer; the clients know none of our types. */
const structured = <T>({ isError, structuredContent, content }: ToolResult): T => {
  expect(isError ?? false, JSON.stringify(content)).toBe(false);
  return structuredContent as T;
};
const textOf = ({ content }: ToolResult): string => {
  expect(content).toHaveLength(1);
  return content[0]?.text ?? '';
};
/** Calls for which REST would answer 400 or 404: the sentence, then a text that helps. */
const refused = (result: ToolResult, sentence: string): void => {
  expect({ isError: result.isError, content: result.content }).toEqual({
    isError: true,
    content: [
      { type: 'text', text: sentence },
      { type: 'text', text: expect.stringMatching(/^\w+ takes .+; now is \d{4}-\S+Z$/) as string },
    ],
  });
};
/** Returns an error, in either of its two forms. */
const failed = async (asked: Promise<ToolResult>): Promise<void> => {
  const result = await asked.catch(() => undefined);
  expect(result?.isError ?? true).toBe(true);
};

describe.each(rowsInAllRun(clients.slice(0, 1), clients.slice(1)))('R§9.5 MCP by %s', (_name, connect) => {
  const withClient = async (credentials: Credentials, work: (client: ToolClient) => Promise<void>): Promise<void> => {
    const client = await connect(`${service.origin}${service.basePath}/mcp`, credentials);
    try {
      await work(client);
    } finally {
      await client.close();
    }
  };
  const names = async (client: ToolClient): Promise<string[]> => (await client.tools()).map(({ name }) => name).sort();
  /** Returns all pages of a search. */
  const walk = async (client: ToolClient, input: Record<string, unknown>): Promise<Listed['events']> => {
    const found: Listed['events'] = [];
    for (let cursor = ''; ;) {
      const page = structured<Listed>(await client.call('search_events', { ...input, cursor }));
      found.push(...page.events);
      if (page.next_cursor === '') return found;
      cursor = page.next_cursor;
    }
  };
  /**
   * Checks that the tool and REST agree except for positions, which are sealed afresh each time.
   */
  const equalsRest = async (client: ToolClient, tool: string, path: string, input: Record<string, string> = {}) => {
    const rest = await account.call('GET', path, { query: input });
    const plain = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value).replace(/"next_cursor":"[^"]+"/, '"next_cursor":"…"'));
    const numbers = 'limit' in input ? { limit: Number(input['limit']) } : {};
    // A tool pages lists that REST returns whole.
    const pages = tool.startsWith('list_') ? { next_cursor: '' } : {};
    const { next_cursor: next } = Object(rest.body) as { next_cursor?: string };
    const searched = tool === 'search_events' ? { searched_back_to: next === '' ? null : expect.any(String) } : {};
    const answer = structured<object>(await client.call(tool, { ...input, ...numbers }));
    expect(plain(answer)).toEqual({ ...pages, ...searched, ...Object(plain(rest.body)), now: expect.any(String) });
  };

  it('R§2.4 a refused client learns the reason from the sentence or from the status', async () => {
    const url = `${service.origin}${service.basePath}/mcp`;
    const free = await service.makeAccount({ plan: 'free' });
    await expect(connect(url, { token: 'x' })).rejects.toThrow(/invalid token|HTTP 401/);
    await expect(connect(url, { token: service.adminRead })).rejects.toThrow(/invalid token|HTTP 401/);
    await expect(connect(url, { token: inGroup.token })).rejects.toThrow(/domain mismatch|HTTP 403/);
    await expect(connect(url, { token: free.token })).rejects.toThrow(/api access requires a paid plan|HTTP 403/);
  });

  it('the tools of an account key return what REST returns', async () => {
    await withClient({ token: account.token }, async (client) => {
      expect(client.instructions).toContain('audit log');
      expect(await names(client)).toEqual([
        'get_account',
        'get_event',
        'list_groups',
        'list_sites',
        'search_events',
        'summarize_events',
      ]);
      const { origin } = (await account.call('GET', '/log')).as(200, logShape);
      expect(structured(await client.call('get_account'))).toEqual({
        ...Object((await account.call('GET', '/me')).body),
        log: { origin, size: expect.any(Number) },
        now: expect.any(String),
      });
      await equalsRest(client, 'list_sites', '/sites');
      await equalsRest(client, 'list_groups', '/groups', { external_ref: 'customer-7' });
      await equalsRest(client, 'search_events', '/events', { limit: '5', severity: 'high,critical' });
      await equalsRest(client, 'search_events', '/events', { group_id: group.id, site_id: outside.id });
      await equalsRest(client, 'summarize_events', '/events/summary', { by: 'site,code', severity: 'high' });
      const all = await walk(client, { limit: 5 });
      expect(all).toHaveLength(24);
      expect(new Set(all.map(({ id }) => id)).size).toBe(24);
      expect(await walk(client, { code: [4007], severity: ['high'], q: 'EVENT', user_id: 1, limit: 3 })).toHaveLength(
        4,
      );
      const id = all[3]?.id ?? 0;
      const event = structured<object>(await client.call('get_event', { id }));
      expect(event).toMatchObject({ ...all[3], user_agent: 'Browser/1.0', post_id: 7, post_status: null });
      expect(textOf(await client.call('get_event', { id: String(id) }))).toContain(`id ${id} | `);
    });
  });

  it('R§6.5 I§4.R6 a group key sees its group and nothing else', async () => {
    await withClient({ token: groupKey.key }, async (client) => {
      expect(await names(client)).toHaveLength(6);
      expect(structured(await client.call('summarize_events', { by: 'site' }))).toMatchObject({
        counts: [{ site_id: inGroup.id }],
      });
      expect(structured(await client.call('get_account'))).toMatchObject({ group: { id: group.id } });
      expect(structured(await client.call('list_sites'))).toMatchObject({ sites: [{ id: inGroup.id }] });
      expect(structured(await client.call('list_groups'))).toMatchObject({ groups: [{ id: group.id }] });
      const own = await walk(client, { limit: 7 });
      expect(own.map(({ message }) => message)).toEqual(
        eventsOf(inGroup)
          .map(({ message }) => message)
          .reverse(),
      );
      refused(await client.call('search_events', { site_id: outside.id }), 'not found');
      refused(await client.call('search_events', { group_id: 'x' }), 'not found');
      const id = Number(/"id":(\d+)/.exec((await outside.call('GET', '/events')).text)?.[1]);
      refused(await client.call('get_event', { id }), 'not found');
      expect(structured(await client.call('get_event', { id: own[0]?.id }))).toMatchObject(own[0] ?? {});
    });
  });

  it('R§11.6 a site key has the tools about events and sees its own events', async () => {
    await withClient({ token: inGroup.token, domain: inGroup.domain }, async (client) => {
      expect(await names(client)).toEqual(['get_event', 'search_events', 'summarize_events']);
      const own = await walk(client, { limit: 5 });
      expect(own).toHaveLength(12);
      const rest = await inGroup.call('GET', `/events/${own[0]?.id}`);
      expect(structured(await client.call('get_event', { id: own[0]?.id }))).toEqual({
        ...Object(rest.body),
        now: expect.any(String),
      });
      for (const other of [outside, foreign]) {
        const id = Number(/"id":(\d+)/.exec((await other.call('GET', '/events')).text)?.[1]);
        refused(await client.call('get_event', { id }), 'not found');
      }
      for (const tool of ['get_account', 'list_sites', 'list_groups', 'delete_site', '__proto__'])
        await failed(client.call(tool));
    });
  });

  it('R§6.1 R§6.7 a call that REST answers with 400 or 404 gives a result with the same sentence', async () => {
    await withClient({ token: account.token }, async (client) => {
      const wrong: [input: Record<string, unknown>, sentence: string][] = [
        [{ limit: 0 }, 'invalid limit'],
        [{ limit: 'many' }, 'invalid limit'],
        [{ from: 'yesterday' }, 'invalid from'],
        [{ to: '2026-02-30' }, 'invalid to'],
        [{ code: [-1] }, 'invalid code'],
        [{ user_id: 1.5 }, 'invalid user_id'],
        [{ severity: ['severe'] }, 'invalid severity'],
        [{ q: 'x'.repeat(501) }, 'invalid q'],
        [{ cursor: 'x' }, 'invalid cursor'],
        [{ site_id: foreign.id }, 'not found'],
        [{ severity: ['severe'], site_id: foreign.id }, 'invalid severity'],
      ];
      for (const [input, sentence] of wrong) refused(await client.call('search_events', input), sentence);
      for (const id of [0, 'x', '1e3', 999_999_999, null, undefined, [1]])
        refused(await client.call('get_event', { id }), 'not found');
      refused(await client.call('list_groups', { external_ref: 'x'.repeat(201) }), 'external_ref too long');
      for (const unknown of ['account.me', 'get_accounts', '']) await failed(client.call(unknown));
    });
  });

  it('R§11.6 every tool declares that it only reads, and describes a closed input and an open output in schemas without references', async () => {
    for (const credentials of [{ token: account.token }, { token: inGroup.token, domain: inGroup.domain }]) {
      await withClient(credentials, async (client) => {
        expect(client.version).toMatch(/^20\d\d-\d\d-\d\d$/);
        for (const { name, title, description, inputSchema, outputSchema, annotations } of await client.tools()) {
          expect(annotations, name).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
          expect([title, description], name).toEqual([expect.any(String), expect.stringMatching(/^.{80}/)]);
          expect([inputSchema['type'], outputSchema?.['type']], name).toEqual(['object', 'object']);
          expect([inputSchema['additionalProperties'], outputSchema?.['additionalProperties']], name).toEqual([
            false,
            undefined,
          ]);
          expect(outputSchema?.['required'], name).toContain('now');
          expect(JSON.stringify([inputSchema, outputSchema])).not.toContain('$ref');
          for (const [argument, schema] of Object.entries(inputSchema['properties'] ?? {}))
            expect(schema, `${name} ${argument}`).toMatchObject({
              description: expect.stringMatching(/^\S.{10}/) as string,
            });
          expect(inputSchema['required'] ?? [], name).toEqual(name === 'get_event' ? ['id'] : []);
        }
      });
    }
  });
});
