import { randomUUID } from 'node:crypto';

import { openApiDocument } from '@goal/api';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';

import type { Answer } from './harness.ts';

export type Json = Record<string, unknown>;
export type Operation = { security: Record<string, unknown>[]; responses: Record<string, Json>; requestBody?: Json };
// The document is JSON; its own test and Redocly check that it has this shape.
export const document = JSON.parse(JSON.stringify(await openApiDocument('/v1/goal'))) as {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Json>>;
};
/** Returns every operation of the document. */
export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    operation,
  })),
);

// The document’s other keywords are not JSON Schema, so ajv must ignore them.
export const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
ajv.addSchema(closed(document), 'goal');

/**
 * Closes the answers of the document to fields that it does not name. The published document leaves
 * them open, because later versions may add fields (docs/guide/compatibility.md); a service that
 * answers with a field outside its own document has an undocumented one.
 */
function closed(part: object): object {
  const within = Object.entries(part).map(([key, value]: [string, unknown]): [string, unknown] =>
    // Requests stay open by rulings §2.3.
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

/** Fills in the ids of a path; without `own` the ids are unknown. No path names an existing key. */
export function fillDocumented(
  path: string,
  own: { account?: string; site?: string; group?: string; stream?: string; event?: string },
): string {
  const isOther = own.account === undefined;
  const { account = randomUUID(), site = randomUUID(), group = randomUUID(), stream = randomUUID() } = own;
  const [, door = '', noun = ''] = path.split('/');
  const event = isOther ? '9007199254740991' : (own.event ?? '1');
  const id =
    door === 'events' || noun === 'events'
      ? event
      : noun === 'sites'
        ? site
        : noun === 'groups'
          ? group
          : noun === 'streams'
            ? stream
            : noun === 'holds' || noun === 'redactions'
              ? randomUUID()
              : account;
  return path
    .replace('{id}', id)
    .replace('{group_id}', group)
    .replace('{hold_id}', randomUUID())
    .replace('{member_id}', randomUUID())
    .replace('{slug}', isOther ? 'zzzzzzzz' : 'pro')
    .replace('{level}', isOther ? '6' : 'entries')
    .replace('{index}', '000.p/1')
    .replace('{prefix}', 'zzzzzzzz');
}

/**
 * Fails unless the answer is one that the document promises for this operation: status, headers,
 * content type, and every field of the body.
 */
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
    // Reseller keys get no rate headers, and only a refusal to retry says how long.
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
    // A stream’s contents are covered by its own test.
    expect(Object.keys(content), answer.request).toContain(type.split(';')[0]);
    return;
  }
  expect(type, answer.request).toBe('application/json; charset=utf-8');
  const base = shared === undefined ? at : ['components', 'responses', shared];
  const validate = ajv.compile({ $ref: pointer(...base, 'content', 'application/json', 'schema') });
  expect(validate(answer.body), `${answer.request} ${answer.text}: ${ajv.errorsText(validate.errors)}`).toBe(true);
}
