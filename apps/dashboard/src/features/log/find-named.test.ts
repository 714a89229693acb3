import type { AppRouter } from '@goal/client/trpc';
import { createTRPCClient, httpLink } from '@trpc/client';
import { expect, test } from 'vitest';

import { findNamed } from './find-named.ts';
import { readTyped } from './typed-words.ts';

/** What is found of a typed text where the service gives this answer. */
function foundOf(text: string, answer: object, status = 200) {
  const fetch = () => Promise.resolve(Response.json(answer, { status }));
  const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: 'https://goal.example/trpc', fetch })] });
  return findNamed(client, readTyped(text, {}));
}
const site = (id: string, name: string | null = null) => ({ id, domain: `${id}.example.com`, name });
const sites = (...all: object[]) => ({ result: { data: { sites: all } } });
/** A sentence without the marks that isolate what strangers wrote. */
const plain = (found: object): string =>
  ('problem' in found ? String(found.problem) : '').replaceAll(/[\u2068\u2069]/gu, '');

test('a typed site is the one of exactly this name, or the only one that has it as a part', async () => {
  const wrong = [{ name: 'site', value: 'shop' }];
  expect(await foundOf('site:shop', sites(site('a', 'Shop'), site('shops')))).toEqual({
    filters: { site: ['a'] },
    wrong: [],
  });
  expect(await foundOf('site:shop', sites(site('a', 'The shop'), site('b')))).toEqual({
    filters: { site: ['a'] },
    wrong: [],
  });
  expect(await foundOf('site:shop', sites(site('b')))).toEqual({ filters: {}, wrong });
});

test('a typed name that several have is not wrong: the sentence names some of them', async () => {
  const several = await foundOf('severity:high site:shop', sites(...[1, 2, 3, 4].map((n) => site(`shop${n}`))));
  expect(plain(several)).toBe(
    'Several sites match «shop»: «shop1.example.com», «shop2.example.com», «shop3.example.com» and others. Type one of them whole.',
  );
  const groups = ['North', 'Northwest'].map((name) => ({ id: name, name, site_count: 1 }));
  const names = { result: { data: { groups, more: 0, ungrouped: 0 } } };
  expect(plain(await foundOf('group:nor', names))).toBe(
    'Several groups match «nor»: «North», «Northwest». Type one of them whole.',
  );
});

test('groups of one name are all told, apart by their sites, and each is found by what the sentence says to type', async () => {
  const ids = [11, 22, 33, 44].map((end) => `6b1f3a52-58a9-4a4e-9b0c-5d7f5a1c1a${end}`);
  const groups = [
    ...ids.map((id, at) => ({ id, name: at === 1 ? 'shops' : 'Shops', site_count: at })),
    { id: 'n', name: 'Shops of the north', site_count: 3 },
  ];
  const sentence = plain(await foundOf('group:shops', { result: { data: { groups, more: 0, ungrouped: 0 } } }));
  expect(sentence).toBe(
    `Several groups match «shops»: «Shops» (0 sites) is group:${ids[0]}, «shops» (1 site) is group:${ids[1]}, «Shops» (2 sites) is group:${ids[2]}, «Shops» (3 sites) is group:${ids[3]}. Type one of these ids.`,
  );
  for (const id of ids) {
    const [typed = ''] = sentence.match(new RegExp(`group:${id}`)) ?? [];
    expect(await foundOf(typed, {})).toEqual({ filters: { group: [id] }, wrong: [] });
  }
});

test('a typed name that could not be looked up is not wrong: the sentence says why', async () => {
  const error = { message: 'service unavailable', code: -32_000, data: { httpStatus: 503 } };
  expect(plain(await foundOf('site:shop', { error }, 503))).toMatch(
    /^site: «shop» could not be looked up\. The service could not answer in time.* Try again in a moment\.$/,
  );
});
