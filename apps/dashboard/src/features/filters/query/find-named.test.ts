import type { AppRouter } from '@goal/client/trpc';
import { createTRPCClient, httpLink } from '@trpc/client';
import { expect, test } from 'vitest';

import { type Choice, findNamed } from './find-named.ts';
import { readTyped } from './typed-words.ts';

/** What is found of a typed text where the service gives this answer. */
function foundOf(text: string, answer: object, { status = 200, chosen = [] as readonly Choice[] } = {}) {
  const fetch = () => Promise.resolve(Response.json(answer, { status }));
  const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: 'https://goal.example/trpc', fetch })] });
  return findNamed(client, readTyped(text, {}), chosen);
}
const site = (id: string, name: string | null = null) => ({ id, domain: `${id}.example.com`, name });
const sites = (...all: object[]) => ({ result: { data: { sites: all, next_cursor: '' } } });
/** Without the marks that isolate what strangers wrote. */
const withoutMarks = (text: string): string => text.replaceAll(/[\u2068\u2069]/gu, '');
type Answer = Awaited<ReturnType<typeof foundOf>>;
const plain = (found: Answer): string => withoutMarks('problem' in found ? found.problem : '');
const choicesOf = (found: Answer): readonly Choice[] => ('problem' in found ? found.choices : []);
const labelsOf = (found: Answer): string[] => choicesOf(found).map(({ label }) => withoutMarks(label));

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

test('a typed name that several have is not wrong: some of them are offered, and the others need more of the name', async () => {
  const some = [1, 2, 3, 4, 5, 6, 7].map((n) => site(`shop${n}`, n === 2 ? 'Bakery' : null));
  const several = await foundOf('severity:high site:shop', sites(...some));
  expect(plain(several)).toBe('Several sites match «shop». Choose one, or type more of its name:');
  expect(labelsOf(several)).toEqual(
    [1, 2, 3, 4, 5, 6].map((n) => (n === 2 ? 'shop2.example.com · Bakery' : `shop${n}.example.com`)),
  );
  const groups = ['North', 'Northwest'].map((name) => ({ id: name, name, site_count: 1 }));
  const names = { result: { data: { groups, more: 0, ungrouped: 0 } } };
  const two = await foundOf('group:nor', names);
  expect(plain(two)).toBe('Several groups match «nor». Choose one:');
  expect(labelsOf(two)).toEqual(['North (1 site)', 'Northwest (1 site)']);
});

test('groups of one name are all offered, apart by their sites, and each is found once it is chosen', async () => {
  const ids = [1, 2, 3, 4, 5, 6, 7, 8].map((end) => `6b1f3a52-58a9-4a4e-9b0c-5d7f5a1c1a0${end}`);
  const groups = [
    ...ids.map((id, at) => ({ id, name: at === 1 ? 'shops' : 'Shops', site_count: at })),
    { id: 'n', name: 'Shops of the north', site_count: 3 },
  ];
  const answer = { result: { data: { groups, more: 0, ungrouped: 0 } } };
  const several = await foundOf('group:shops', answer);
  expect(plain(several)).toBe('Several groups match «shops». Choose one:');
  expect(labelsOf(several)).toEqual(
    ids.map((_, at) => `${at === 1 ? 'shops' : 'Shops'} (${at} ${at === 1 ? 'site' : 'sites'})`),
  );
  for (const choice of choicesOf(several))
    expect(await foundOf('group:shops', answer, { chosen: [choice] })).toEqual({
      filters: { group: [choice.id] },
      wrong: [],
    });
});

test('sites of one name are all offered, apart by their domains; where there are more than twenty, the domain finds the others', async () => {
  const some = (count: number) =>
    Array.from({ length: count }, (_, n) => site(`n${n}`, n === 1 ? 'my site' : 'My Site'));
  for (const text of ['site:"My Site"', 'site:"my s"']) {
    const eight = await foundOf(text, sites(...some(8)));
    expect(plain(eight)).toMatch(/^Several sites match «my s(ite)?». Choose one:$/i);
    expect(labelsOf(eight)).toEqual(
      Array.from({ length: 8 }, (_, n) => `n${n}.example.com · ${n === 1 ? 'my site' : 'My Site'}`),
    );
  }
  const many = await foundOf('site:"My Site"', { result: { data: { sites: some(20), next_cursor: 'more' } } });
  expect(plain(many)).toBe('Several sites match «My Site». Choose one, or type its domain:');
  expect(choicesOf(many)).toHaveLength(20);
});

test('what was chosen for one name leaves the next one to be chosen', async () => {
  const groups = ['North', 'Northwest'].map((name) => ({ id: name, name, site_count: 1 }));
  const answer = { result: { data: { sites: [site('shop1'), site('shop2')], groups, more: 0, ungrouped: 0 } } };
  const chosen = choicesOf(await foundOf('site:shop', answer)).slice(0, 1);
  const second = await foundOf('site:shop group:nor', answer, { chosen });
  expect(plain(second)).toBe('Several groups match «nor». Choose one:');
  const both = [...chosen, ...choicesOf(second).slice(1)];
  expect(await foundOf('site:shop group:nor', answer, { chosen: both })).toEqual({
    filters: { site: ['shop1'], group: ['Northwest'] },
    wrong: [],
  });
});

test('a typed name that could not be looked up is not wrong: the sentence says why', async () => {
  const error = { message: 'service unavailable', code: -32_000, data: { httpStatus: 503 } };
  expect(plain(await foundOf('site:shop', { error }, { status: 503 }))).toMatch(
    /^site: «shop» could not be looked up\. The service could not answer in time.* Try again in a moment\.$/,
  );
});
