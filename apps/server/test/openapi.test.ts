import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { openApiDocument } from '@goal/api';
import { inAllRun } from '@goal/db/testing';
import { expect, it } from 'vitest';

import { sharedService, startService } from './harness.ts';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const committed = path.join(root, 'docs/openapi.json');

const service = await sharedService();

type Content = { content?: Record<string, { example?: unknown; examples?: object }> };
type Operation = {
  summary: string;
  description?: string;
  requestBody?: Content;
  parameters?: {
    name?: string;
    in?: string;
    required?: boolean;
    description?: string;
    example?: unknown;
    $ref?: string;
  }[];
  security: unknown;
  responses: Record<string, Content>;
};
const operations = async (): Promise<[string, Operation][]> => {
  const document = JSON.parse(await readFile(committed, 'utf8')) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(document.paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${url}`,
      operation,
    ]),
  );
};

/** Renew with `npm test -- apps/server/test/openapi.test.ts -u`. */
it('the committed docs/openapi.json equals the router’s document', async () => {
  await expect(`${JSON.stringify(await openApiDocument('/v1/goal'), null, 2)}\n`).toMatchFileSnapshot(committed);
});

it('the service serves this document as OpenAPI 3.1', async () => {
  const answer = await service.call('GET', '/openapi.json');
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(answer.text).toBe(JSON.stringify(await openApiDocument(service.basePath)));
  expect(answer.body).toMatchObject({ openapi: '3.1.0', servers: [{ url: service.basePath }] });
});

it('where the service knows its public address, the document it serves names that', async () => {
  const own = await startService({ apiUrl: 'https://api.example.com' });
  const { body } = await own.call('GET', '/openapi.json');
  await own.stop();
  expect(body).toMatchObject({ servers: [{ url: `https://api.example.com${own.basePath}` }] });
});

inAllRun(() => {
  it('the strictest rules of Redocly’s linter pass', async () => {
    const cli = path.join(path.dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const lint = await promisify(execFile)(
      process.execPath,
      [cli, 'lint', committed, '--config', path.join(root, '.redocly.yaml')],
      { cwd: root, env },
    );
    expect(lint.stderr).toContain('Your API description is valid');
    expect(lint.stderr + lint.stdout).not.toMatch(/warning[s]? |error[s]? /i);
  });
});

it('no list of values mixes texts and numbers, because generators make the same name for both', async () => {
  const mixed: string[] = [];
  const visit = (schema: unknown, where: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const values = 'enum' in schema && Array.isArray(schema.enum) ? schema.enum.filter((one) => one !== null) : [];
    if (new Set(values.map((one) => typeof one)).size > 1) mixed.push(where);
    for (const [key, part] of Object.entries(schema)) visit(part, `${where}/${key}`);
  };
  visit(JSON.parse(await readFile(committed, 'utf8')), '');
  expect(mixed).toEqual([]);
});

it('an enum that may be null is written in one way, which says so and which generators read', async () => {
  const document: unknown = JSON.parse(await readFile(committed, 'utf8'));
  const forms = new Set<string>();
  JSON.stringify(document, (_key, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'enum' in value && Array.isArray(value.enum))
      forms.add(
        `${JSON.stringify('type' in value ? value.type : null)}${value.enum.includes(null) ? ' with null' : ''}`,
      );
    return value;
  });
  expect([...forms].filter((form) => form.includes('null'))).toEqual([]);
});

it('every operation describes its purpose, its input and its credential', async () => {
  for (const [name, { summary, parameters = [], security }] of await operations()) {
    expect(summary, name).toMatch(/^\S.{5,}/);
    // What anybody may know.
    expect(security, name).toHaveLength(name === 'GET /log-keys' ? 0 : 1);
    for (const parameter of parameters) {
      if (parameter.$ref !== undefined) continue;
      expect(parameter.description, `${name} ${parameter.name}`).toMatch(/^\S.{3,}/);
      if (parameter.in === 'path') expect(parameter.required, `${name} ${parameter.name}`).toBe(true);
    }
    const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, one]) => one);
    expect(
      parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name),
      name,
    ).toEqual(inPath);
    const isOfSite = / \/(events|exports|log\/)/.test(name);
    expect(
      parameters.some(({ $ref }) => $ref === '#/components/parameters/SiteDomain'),
      name,
    ).toBe(isOfSite);
  }
});

it('every operation has a description and examples of its ids, its body and its answer, each of its schema', async () => {
  for (const [name, { description, parameters = [], requestBody, responses }] of await operations()) {
    expect(description, `${name}: write one in packages/api/src/document-words.ts`).toMatch(/^[A-Z].{30,}\.$/);
    for (const parameter of parameters)
      if (parameter.in === 'path')
        expect(JSON.stringify(parameter.example), `${name} ${parameter.name}`).toMatch(/^"?[\w-]+"?$/);
    const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
    const contents = [requestBody, answer].flatMap((part) => Object.values(part?.content ?? {}));
    for (const { example, examples } of contents) {
      expect(example ?? examples, name).toBeDefined();
      // A field whose text has no example: give it one in packages/api/src/document-examples.ts.
      expect(JSON.stringify(example ?? examples), name).not.toContain('"?"');
    }
  }
});
