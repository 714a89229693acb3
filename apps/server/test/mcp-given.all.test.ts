import { beforeAll, describe, expect, it } from 'vitest';

import { makeEvent, sharedService, type Account, type Site } from './harness.ts';
import type { ToolResult } from './mcp-clients.ts';

const service = await sharedService();
let account: Account;
let site: Site;
let id: number;

type Listed = { name: string; inputSchema: { properties?: Record<string, { type?: string }>; required?: string[] } };
type Answer = { result?: ToolResult & { tools?: Listed[]; messages?: unknown[] }; error?: { message: string } };

beforeAll(async () => {
  account = await service.makeAccount({ reseller: true });
  site = await service.makeSite(account, { name: 'Shop' });
  await service.setReadRate(site, 1000);
  await service.ingest(
    site,
    Array.from({ length: 7 }, (_, at) => makeEvent({ code: 4007, user_id: at, message: `event ${at}` })),
  );
  const { events } = structured(await called('search_events', { limit: 1 })) as { events: { id: number }[] };
  id = events[0]?.id ?? 0;
});

const ask = async (method: string, params: unknown, asSite = false): Promise<Answer> => {
  const key = asSite ? { token: site.token, headers: { 'X-Site-Domain': site.domain } } : { token: account.token };
  const { body } = await service.call('POST', '/mcp', { ...key, body: { jsonrpc: '2.0', id: 1, method, params } });
  return body as Answer; // the form of JSON-RPC
};
const called = async (name: string, input: unknown, asSite = false): Promise<ToolResult> => {
  const { result, error } = await ask('tools/call', { name, arguments: input }, asSite);
  expect(error).toBeUndefined();
  if (result === undefined) throw new Error('no result');
  return result;
};
const structured = ({ isError, structuredContent, content }: ToolResult): object => {
  expect(isError ?? false, JSON.stringify(content)).toBe(false);
  return structuredContent as object; // every tool answers with an object
};
/** An answer but for what differs each time: positions, which are sealed afresh, and the time. */
const stable = (answer: ToolResult): unknown =>
  JSON.parse(JSON.stringify(structured(answer)).replaceAll(/"(now|next_cursor)":"[^"]+"/g, '"$1":"…"'));

describe('R§9.5 an optional argument that is null, an empty text or an empty list is not given', () => {
  const scopes = { account: 'all that the key reaches', site: 'the site of the key' };
  it.each(['account', 'site'] as const)('to any tool of the key of an %s; the first line names them', async (kind) => {
    const asSite = kind === 'site';
    const { tools = [] } = (await ask('tools/list', {}, asSite)).result ?? {};
    expect(tools.length).toBeGreaterThan(2);
    for (const { name, inputSchema } of tools) {
      const needed = name === 'get_event' ? { id } : {};
      const optional = Object.keys(inputSchema.properties ?? {}).filter((one) => !inputSchema.required?.includes(one));
      const without = stable(await called(name, needed, asSite));
      for (const blank of [null, '', []]) {
        const answer = await called(
          name,
          { ...needed, ...Object.fromEntries(optional.map((one) => [one, blank])) },
          asSite,
        );
        expect(stable(answer)).toEqual(without);
        const [first = ''] = answer.content[0]?.text?.split('\n') ?? [];
        if (optional.length === 0) expect(first).toMatch(/^Now is /);
        else {
          expect(first).toMatch(new RegExp(`^Not given, because it was null or empty: "${optional[0] ?? ''}".*`));
          expect(first).toMatch(new RegExp(`\\. This is about ${scopes[kind]}\\.$`));
        }
      }
      for (const one of optional) {
        for (const blank of [null, '', []]) {
          expect(stable(await called(name, { ...needed, [one]: blank }, asSite)), one).toEqual(without);
        }
      }
    }
  });

  it('and the first line tells which sites were asked all the same', async () => {
    const { id: group } = await service.makeGroup(account);
    const first = async (input: object): Promise<string> =>
      (await called('search_events', input)).content[0]?.text?.split('\n')[0] ?? '';
    expect(await first({ site_id: site.id, code: [] })).toMatch(/: "code"\. This is about the site of site_id\.$/);
    expect(await first({ site_id: '', group_id: group })).toMatch(
      /: "site_id"\. This is about the sites of group_id\.$/,
    );
    const wrong = await called('search_events', { site_id: null, from: 'monday' });
    expect(wrong.content.map(({ text }) => text)).toEqual([
      'invalid from',
      expect.stringMatching(
        /^Not given, .*: "site_id"\. This is about all that the key reaches\.\nfrom takes ISO 8601; /,
      ),
    ]);
  });

  it('but what must be there is missing where it is blank', async () => {
    for (const blank of [null, '', [], undefined]) {
      const answer = await called('get_event', { id: blank });
      expect([answer.isError, answer.content[0]?.text]).toEqual([true, 'not found']);
    }
    const { error } = await ask('prompts/get', { name: 'what_happened_to_user', arguments: { username: '' } });
    expect(error?.message).toMatch(/^invalid username: /);
  });

  it('to any prompt', async () => {
    const text = async (name: string, input: unknown): Promise<string> =>
      JSON.stringify((await ask('prompts/get', { name, arguments: input })).result?.messages)
        // The week ends now.
        .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '…');
    for (const blank of [null, '', []]) {
      const scope = { site_id: blank, group_id: blank };
      expect(await text('weekly_report', { ...scope, to: blank })).toBe(await text('weekly_report', {}));
      expect(await text('what_happened_to_user', { ...scope, username: 'jo', from: blank })).toBe(
        await text('what_happened_to_user', { username: 'jo' }),
      );
    }
  });

  it('and no arguments at all may be null or an empty list, as PHP writes them', async () => {
    const without = stable(await called('search_events', {}));
    for (const blank of [null, [], '', undefined])
      expect(stable(await called('search_events', blank))).toEqual(without);
    for (const blank of [null, [], undefined]) expect((await ask('tools/list', blank)).result?.tools).toHaveLength(6);
    expect((await ask('prompts/get', { name: 'weekly_report', arguments: [] })).result?.messages).toHaveLength(1);
  });
});

it('R§9.5 R§2.8 an integer may be a decimal string, as integers are in a query', async () => {
  expect(stable(await called('search_events', { limit: '3', user_id: '5', code: ['4007'] }))).toEqual(
    stable(await called('search_events', { limit: 3, user_id: 5, code: [4007] })),
  );
  expect(stable(await called('summarize_events', { limit: '2', by: 'user' }))).toEqual(
    stable(await called('summarize_events', { limit: 2, by: 'user' })),
  );
  expect(stable(await called('get_event', { id: String(id) }))).toEqual(stable(await called('get_event', { id })));
  for (const [name, limit] of [
    ['search_events', '0x5'],
    ['search_events', '5.0'],
    ['search_events', ' 5'],
    ['search_events', '201'],
    ['search_events', true],
    ['summarize_events', '+2'],
  ] as const) {
    const answer = await called(name, { limit });
    expect([answer.isError, answer.content[0]?.text]).toEqual([true, 'invalid limit']);
  }
});
