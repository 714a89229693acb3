import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { openApiDocument } from '@goal/api';
import { version } from '@goal/contract';
import { describe, expect, it } from 'vitest';

import { breakingChanges } from './breaking.ts';

const at = (file: string): string => fileURLToPath(new URL(`../../../${file}`, import.meta.url));
const read = (file: string): Promise<string> => readFile(at(file), 'utf8');
const changelog = (await read('docs/changelog.md')).split(/^## /m).slice(1);
const sectionOf = (title: string): string => changelog.find((one) => one.startsWith(`${title}\n`)) ?? '';
const released = changelog.map((one) => one.split('\n')[0] ?? '').filter((title) => title !== 'Unreleased');
const last = released[0] ?? '';

// A document is JSON, and each test knows the parts that it changes.
type Document = Record<string, unknown> & { paths: Record<string, Record<string, Operation>> };
type Operation = { parameters?: Parameter[]; responses: Record<string, unknown>; security: object[] };
type Parameter = { name?: string; required?: boolean; schema?: { maximum?: number; enum?: string[] } };
const text = JSON.stringify(await openApiDocument('/v1/goal'));
const current = (): Document => JSON.parse(text) as Document;

describe('versions', () => {
  it('the newest version in the changelog is the version of the service, every package and the document', async () => {
    expect(released.every((one) => /^\d+\.\d+\.\d+$/.test(one))).toBe(true);
    expect(released).toEqual(released.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true })));
    expect(version).toBe(last);
    expect(current()['info']).toMatchObject({ version: last });
    for (const folder of ['.', 'packages/client', 'packages/contract', 'apps/server'])
      expect(JSON.parse(await read(`${folder}/package.json`)), folder).toMatchObject({ version: last });
  });

  it('the changelog announces a breaking change of the document, and only that', async () => {
    const before = JSON.parse(await read(`docs/openapi/${last}.json`)) as Document;
    const breaking =
      sectionOf('Unreleased')
        .split(/^### /m)
        .find((one) => one.startsWith('Breaking\n')) ?? '';
    const changes = breakingChanges(before, current());
    const silent = changes.filter((line) => !breaking.includes(`\`${line.split(':')[0] ?? ''}\``));
    expect(silent, 'breaks that docs/changelog.md does not announce under «Breaking»').toEqual([]);
  });
});

describe('what counts as a break', () => {
  const operation = (document: Document, path: string, method = 'get'): Operation => {
    const one = document.paths[path]?.[method];
    if (one === undefined) throw new Error(`${method} ${path} is not in the document`);
    return one;
  };
  const schemas = (document: Document) =>
    // The generated document has this structure.
    (document['components'] as { schemas: Record<string, { properties: Record<string, object>; required: string[] }> })
      .schemas;
  const shape = (document: Document, name: string) => {
    const one = schemas(document)[name];
    if (one === undefined) throw new Error(`${name} is not in the document`);
    return one;
  };
  const parameter = (document: Document, path: string, name: string): Parameter => {
    const one = operation(document, path).parameters?.find((each) => each.name === name);
    if (one === undefined) throw new Error(`${name} is not in the document`);
    return one;
  };

  it('an unchanged document has no breaking changes', () => {
    expect(breakingChanges(current(), current())).toEqual([]);
  });

  it.each<[string, (document: Document) => void, RegExp]>([
    ['an operation is gone', (d) => delete d.paths['/account/me'], /^GET \/account\/me: is gone$/],
    [
      'a parameter is gone',
      (d) => operation(d, '/account/events').parameters?.shift(),
      /^GET \/account\/events: query parameter site_id is gone/,
    ],
    [
      'a parameter becomes required',
      (d) => (parameter(d, '/account/events', 'q').required = true),
      /q has become required/,
    ],
    [
      'a parameter takes less',
      (d) => (parameter(d, '/account/events', 'limit').schema = { maximum: 100 }),
      /limit: (maximum is smaller|was)/,
    ],
    [
      'a field of a body becomes required',
      (d) => shape(d, 'NewEvent').required.push('username'),
      /POST \/events: body\.username has become required/,
    ],
    ['a field of an answer is gone', (d) => delete shape(d, 'AccountEvent').properties['message'], /message is gone/],
    ['a field of an answer may be missing', (d) => shape(d, 'AccountEvent').required.shift(), /may be missing now/],
    [
      'a field of an answer has another type',
      (d) => (shape(d, 'AccountEvent').properties['id'] = { type: 'string' }),
      /\.id: was integer, is string/,
    ],
    [
      'a field of an answer may be null',
      (d) => (shape(d, 'AccountEvent').properties['message'] = { type: ['string', 'null'] }),
      /\.message: was string, is string or null/,
    ],
    [
      'a closed list has a new value',
      (d) => (shape(d, 'AccountEvent').properties['severity'] = { type: 'string', enum: ['info', 'fatal'] }),
      /severity: the values have changed/,
    ],
    ['a status is gone', (d) => delete operation(d, '/account/me').responses['403'], /status 403 is gone/],
    ['success has another status', (d) => (operation(d, '/account/me').responses['202'] = {}), /answers 202/],
    [
      'another kind of key is wanted',
      (d) => (operation(d, '/account/me').security = [{ adminToken: [] }]),
      /takes other keys/,
    ],
  ])('%s', (_, change, expected) => {
    const changed = current();
    change(changed);
    expect(breakingChanges(current(), changed).join('\n')).toMatch(new RegExp(expected.source, 'm'));
  });

  it('an error sentence is gone', () => {
    const changed = JSON.parse(
      JSON.stringify(current()).replaceAll('plan site limit reached', 'too many sites'),
    ) as Document;
    expect(breakingChanges(current(), changed)).toContain('POST /account/sites: 409 «plan site limit reached» is gone');
  });

  it.each<[string, (document: Document) => void]>([
    [
      'any field of a body is required in place of certain ones',
      (d) => Object.assign(shape(d, 'NewEvent'), { required: [], minProperties: 1 }),
    ],
    ['a new operation', (d) => (d.paths['/new'] = { get: { responses: {}, security: [] } })],
    ['a new optional parameter', (d) => operation(d, '/account/events').parameters?.push({ name: 'new' })],
    ['a new field of an answer', (d) => (shape(d, 'AccountEvent').properties['new'] = { type: 'string' })],
    ['a new status of refusal', (d) => (operation(d, '/account/me').responses['418'] = {})],
    [
      'a larger limit',
      (d) =>
        (parameter(d, '/account/events', 'limit').schema = {
          ...parameter(d, '/account/events', 'limit').schema,
          maximum: 500,
        }),
    ],
  ])('%s is not a break', (_, change) => {
    const changed = current();
    change(changed);
    expect(breakingChanges(current(), changed)).toEqual([]);
  });
});
