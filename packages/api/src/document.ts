import { errorCatalogue, newEventShape } from '@goal/contract';
import { generateOpenApiDocument } from 'trpc-openapi';
import { z } from 'zod';

import { appRouter } from './router.ts';
import { routesOf, type Route } from './rest/routes.ts';
import type { Door } from './trpc.ts';

type Json = Record<string, unknown>;

/** What each door takes and may answer before an operation is reached (rulings §2.4). */
const doors: Record<Door, { security: string; errors: readonly number[] }> = {
  account: { security: 'accountKey', errors: [401, 403, 429] },
  unscoped: { security: 'accountKey', errors: [401, 403, 429] },
  read: { security: 'siteKey', errors: [401, 403, 429] },
  ingest: { security: 'siteKey', errors: [401, 403, 429] },
  operatorRead: { security: 'adminToken', errors: [401] },
  operatorWrite: { security: 'adminToken', errors: [401, 403] },
};
const ofBody = [400, 413, 415] as const;
/** Any operation can meet these. */
const ofEverything = [431, 500, 503] as const;

const responses: Record<number, { name: string; description: string; example: string; headers?: readonly string[] }> = {
  400: { name: 'BadRequest', description: 'A field or parameter is not what it must be', example: 'name required' },
  401: { name: 'Unauthorized', description: 'No valid credential of the right kind', example: errorCatalogue.invalid_token.message },
  403: { name: 'Forbidden', description: 'The credential is valid and may not do this', example: errorCatalogue.paid_plan.message },
  404: { name: 'NotFound', description: "Unknown, or not the caller's", example: errorCatalogue.not_found.message },
  409: { name: 'Conflict', description: 'A limit or a unique rule stands against it', example: errorCatalogue.site_registered.message },
  413: { name: 'TooLarge', description: 'The body is too large', example: errorCatalogue.body_too_large.message },
  415: { name: 'UnsupportedMediaType', description: 'The body is no JSON, or encoded', example: errorCatalogue.content_type.message },
  429: {
    name: 'RateLimited',
    description: 'Over the rate limit of the key',
    example: errorCatalogue.rate_limited.message,
    headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  },
  431: { name: 'HeaderTooLarge', description: 'The head of the request is over 16 KiB', example: errorCatalogue.head_too_large.message },
  500: { name: 'InternalError', description: 'Something failed in the service', example: errorCatalogue.internal.message },
  503: {
    name: 'Unavailable',
    description: 'The database is out of reach',
    example: errorCatalogue.unavailable.message,
    headers: ['Retry-After'],
  },
};

const description = `The service keeps audit events (who did what, to which object, when, how severe) that a CMS plugin sends for each registered site, and lets clients read them back.

Every error is a JSON object with the one field \`error\`. Timestamps are UTC with milliseconds.`;

/** The OpenAPI 3.1 document of the REST surface, from the router's metadata; `server` is where the surface lives. */
export function openApiDocument(server: string): Json {
  const document: Json = {
    ...generateOpenApiDocument(appRouter, {
      title: 'Goal audit log',
      version: '1.0.0',
      description,
      openApiVersion: '3.1.0',
      baseUrl: server,
    }),
  };
  const components = record(document, 'components');
  const schemas = record(components, 'schemas');
  for (const name of Object.keys(schemas)) if (name.startsWith('error.')) delete schemas[name];
  schemas['Error'] = {
    type: 'object',
    required: ['error'],
    additionalProperties: false,
    properties: { error: { type: 'string' } },
  };
  schemas['NewEvent'] = newEventSchema();
  components['responses'] = Object.fromEntries(Object.values(responses).map((response) => [response.name, errorResponse(response)]));
  components['securitySchemes'] = securitySchemes;
  components['parameters'] = { SiteDomain: siteDomain };
  const info = record(document, 'info');
  info['license'] = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' };
  document['tags'] = tags;
  const paths = record(document, 'paths');
  for (const route of routesOf(appRouter)) finish(record(record(paths, route.path), route.method.toLowerCase()), route);
  return document;
}

const tags = [
  { name: 'Account API', description: 'Sites, groups, their keys, and events across the account: account keys and group keys' },
  { name: 'Read API and ingest', description: 'One site: site keys' },
  { name: 'Operator API', description: 'Accounts: admin tokens' },
];

const securitySchemes = {
  accountKey: { type: 'http', scheme: 'bearer', description: 'Account key `goal_acct_…` or group key `goal_grp_…`' },
  siteKey: { type: 'http', scheme: 'bearer', description: 'Site key `goal_live_…`' },
  adminToken: { type: 'http', scheme: 'bearer', description: 'Admin token `goal_admin_…`' },
};

const siteDomain = {
  name: 'X-Site-Domain',
  in: 'header',
  required: true,
  description: 'The domain that the key was issued for',
  schema: { type: 'string' },
};

/** Puts right what the generator cannot know: the status of success, the errors that this operation really has, its own security. */
function finish(operation: Json, route: Route): void {
  const door = doorOf(route);
  const success = record(operation, 'responses')['200'];
  if (route.rest.status === 204) operation['responses'] = { 204: { description: 'Done' } };
  else operation['responses'] = { [route.rest.status]: success };
  const errors = [...doors[door].errors, ...(route.rest.errors ?? []), ...(route.rest.body === true ? ofBody : []), ...ofEverything];
  const listed = record(operation, 'responses');
  for (const status of new Set(errors)) {
    const name = responses[status]?.name;
    if (name !== undefined) listed[status] = { $ref: `#/components/responses/${name}` };
  }
  operation['security'] = [{ [doors[door].security]: [] }];
  if (door === 'read' || door === 'ingest') {
    const parameters = operation['parameters'];
    operation['parameters'] = [{ $ref: '#/components/parameters/SiteDomain' }, ...(Array.isArray(parameters) ? parameters : [])];
  }
  if (door === 'ingest') {
    const event = { $ref: '#/components/schemas/NewEvent' };
    const batch = {
      type: 'object',
      required: ['events'],
      properties: { events: { type: 'array', minItems: 1, maxItems: 1000, items: event } },
    };
    operation['requestBody'] = { required: true, content: { 'application/json': { schema: { anyOf: [event, batch] } } } };
  }
  if (route.rest.body !== true) delete operation['requestBody'];
}

function doorOf(route: Route): Door {
  const { door } = route.meta;
  if (door === undefined) throw new Error(`${route.procedure} is published and has no door`);
  return door;
}

function errorResponse({ description: text, example, headers = [] }: { description: string; example: string; headers?: readonly string[] }): Json {
  return {
    description: text,
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers.map((name) => [name, { schema: { type: 'string' } }])) }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: { error: example } } },
  };
}

function newEventSchema(): Json {
  const { properties } = z.toJSONSchema(newEventShape, { io: 'input', override: ({ zodSchema, jsonSchema }) => {
    Object.assign(jsonSchema, z.globalRegistry.get(zodSchema)?.['override'] ?? {});
    delete jsonSchema['override'];
  } });
  return { type: 'object', required: ['occurred_at', 'code', 'severity', 'object', 'event_type', 'message'], properties };
}

/** The object below a key, made when it is missing. */
function record(parent: Json, key: string): Json {
  const found = parent[key];
  if (typeof found === 'object' && found !== null) return found as Json; // JSON: an object has text keys
  const made: Json = {};
  parent[key] = made;
  return made;
}
