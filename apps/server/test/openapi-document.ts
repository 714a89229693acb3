import { randomUUID } from 'node:crypto';

import { openApiDocument } from '@goal/api';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';

import type { Answer } from './harness.ts';

export type Json = Record<string, unknown>;
export type Operation = { security: Record<string, unknown>[]; responses: Record<string, Json>; requestBody?: Json };
// The document is JSON; its own test and Redocly say that it has this form.
export const document = JSON.parse(JSON.stringify(await openApiDocument('/v1/goal'))) as {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Json>>;
};
/** Every operation of the document. */
export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    operation,
  })),
);

// Other words of the document are no words of JSON Schema, so ajv shall not judge them.
export const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
ajv.addSchema(closed(document), 'goal');

/**
 * The document with no room in its answers for fields that it does not name. Published it has room, for later versions may add some
 * (docs/guide/compatibility.md); a service that answers a field which its own document does not name has forgotten to document it.
 */
function closed(part: object): object {
  const within = Object.entries(part).map(([key, value]: [string, unknown]): [string, unknown] =>
    // What callers send has room by rulings §2.3.
    typeof value !== 'object' || value === null || key === 'requestBody' || key.startsWith('New')
      ? [key, value]
      : [key, Array.isArray(value) ? value.map(closedItem) : closed(value)],
  );
  const isShape = 'type' in part && part.type === 'object' && 'properties' in part;
  return { ...Object.fromEntries(within), ...(isShape ? { additionalProperties: false } : {}) };
}

function closedItem(item: unknown): unknown {
  return typeof item === 'object' && item !== null ? closed(item) : item;
}

/** A path of the document with the ids of what it names; without `own` it names what is not there. No path names a key that exists. */
export function fillDocumented(path: string, own: { account?: string; site?: string; group?: string }): string {
  const isOther = own.account === undefined;
  const { account = randomUUID(), site = randomUUID(), group = randomUUID() } = own;
  const [, door = '', noun = ''] = path.split('/');
  const event = isOther ? '9007199254740991' : '1';
  const id = door === 'events' ? event : noun === 'sites' ? site : noun === 'groups' ? group : account;
  return path
    .replace('{id}', id)
    .replace('{group_id}', group)
    .replace('{slug}', isOther ? 'zzzzzzzz' : 'pro')
    .replace('{prefix}', 'zzzzzzzz');
}

/** Fails unless the answer is one that the document promises for this operation: status, headers, content type, and the body to its last field. */
export function expectDocumented(name: string, answer: Answer): void {
  const [method = '', path = ''] = name.split(' ');
  const pointer = (...parts: string[]): string =>
    `goal#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
  const at = ['paths', path, method.toLowerCase(), 'responses', String(answer.status)];
  const listed = document.paths[path]?.[method.toLowerCase()]?.responses[answer.status];
  expect(
    listed,
    `${answer.request} is answered with ${answer.status} ${answer.text}, which ${name} does not list`,
  ).toBeDefined();
  const shared = /^#\/components\/responses\/(\w+)$/.exec(String(listed?.['$ref']))?.[1];
  const response = shared === undefined ? listed : document.components['responses']?.[shared];
  for (const header of Object.keys((response?.['headers'] ?? {}) as Json)) {
    // A reseller's keys get none of the rate, and only what waits says how long.
    if (header !== 'X-Request-Id' && header !== 'Retry-After' && answer.headers[header.toLowerCase()] === undefined)
      expect(answer.status, header).toBeLessThan(300);
    else expect(answer.headers[header.toLowerCase()], `${answer.request} ${header}`).toBeDefined();
  }
  const content = response?.['content'] as Record<string, Json> | undefined;
  if (content === undefined) {
    expect([answer.text, answer.headers['content-type']], answer.request).toEqual(['', undefined]);
    return;
  }
  const { 'content-type': type = '' } = answer.headers;
  if (content['application/json'] === undefined) {
    // A stream: what is in it, its own test shows.
    expect(Object.keys(content), answer.request).toContain(type.split(';')[0]);
    return;
  }
  expect(type, answer.request).toBe('application/json; charset=utf-8');
  const base = shared === undefined ? at : ['components', 'responses', shared];
  const validate = ajv.compile({ $ref: pointer(...base, 'content', 'application/json', 'schema') });
  expect(validate(answer.body), `${answer.request} ${answer.text}: ${ajv.errorsText(validate.errors)}`).toBe(true);
}
