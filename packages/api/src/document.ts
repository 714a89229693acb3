import { newEventShape } from '@goal/contract';

import {
  accesses,
  errorResponses,
  errorSchema,
  headers,
  headersOf,
  info,
  ofBody,
  ofEverything,
  parameters,
  refTo,
  securitySchemes,
  tags,
} from './document-parts.ts';
import { exampleOf, wholeExample } from './document-examples.ts';
import { descriptions } from './document-words.ts';
import { record, tidy, type Json } from './json-schema.ts';
import { appRouter } from './router.ts';
import { routesOf, type Route } from './rest/routes.ts';
import type { Access } from './trpc.ts';

/** The OpenAPI 3.1 document of REST, from the router's metadata. `server` is its URL. */
export async function openApiDocument(server: string): Promise<Json> {
  // Importing trpc-openapi takes a sixth of the start-up time, and the document is seldom
  // requested.
  const { generateOpenApiDocument } = await import('trpc-openapi');
  const generated = generateOpenApiDocument(appRouter, {
    title: '',
    version: '',
    openApiVersion: '3.1.0',
    baseUrl: server,
  });
  // The generator returns plain JSON, but its types claim more.
  const { paths, components } = tidy(JSON.parse(JSON.stringify(generated))) as { paths: Json; components: Json };
  const schemas: Json = {
    ...Object.fromEntries(Object.entries(record(components['schemas'])).filter(([name]) => !name.startsWith('error.'))),
    NewEvent: newEventSchema(),
    NewEvents: newEventsSchema,
    Error: errorSchema,
  };
  for (const route of routesOf(appRouter)) {
    if (route.meta.openapi?.enabled === false) continue;
    const methods = record(paths[route.path]);
    const finished = finish(record(methods[route.method.toLowerCase()]), route);
    methods[route.method.toLowerCase()] = withExamples(finished, schemas);
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: server, description: 'This service' }],
    tags,
    paths,
    components: {
      schemas,
      parameters,
      headers,
      responses: Object.fromEntries([...errorResponses.values()].map(({ name, response }) => [name, response])),
      securitySchemes,
    },
  };
}

/** Adds what the generator cannot know: status of success, errors, security. */
function finish({ requestBody, parameters: given, responses, ...rest }: Json, route: Route): Json {
  const access = accessOf(route);
  const { inQuery, inBody } = splitFields(record(requestBody), route);
  const { summary, ...others } = rest;
  return {
    summary,
    description: descriptions[`${route.method} ${route.path}`],
    ...others,
    security: access === 'open' ? [] : [{ [accesses[access].security]: [] }],
    ...parametersOf([...(Array.isArray(given) ? (given as unknown[]) : []), ...inQuery], route, access),
    ...(route.rest.body === true ? { requestBody: bodyOf(inBody, route, access) } : {}),
    responses: { [route.rest.status]: successOf(record(responses), route, access), ...errorsOf(route, access) },
  };
}

function accessOf(route: Route): Access {
  const { access } = route.meta;
  if (access === undefined) throw new Error(`${route.procedure} is published and has no access`);
  return access;
}

/** Splits the generated body into the parameters of the query and the schema of the body. */
function splitFields(generated: Json, { rest: { query = [] } }: Route): { inQuery: Json[]; inBody: Json } {
  const schema = record(record(record(generated['content'])['application/json'])['schema']);
  const fields = Object.entries(record(schema['properties']));
  const isInQuery = ([name]: [string, unknown]): boolean => query.includes(name);
  return {
    inQuery: fields.filter(isInQuery).map(([name, field]) => ({ name, in: 'query', schema: field })),
    inBody: {
      ...schema,
      properties: Object.fromEntries(fields.filter((field) => !isInQuery(field))),
      ...(Array.isArray(schema['required'])
        ? { required: schema['required'].filter((name: unknown) => !query.includes(String(name))) }
        : {}),
    },
  };
}

function parametersOf(generated: readonly unknown[], { required }: Route, access: Access): Json {
  const given = generated.map((one) => parameterOf(one, required));
  const domain = access === 'read' || access === 'ingest' ? [{ $ref: '#/components/parameters/SiteDomain' }] : [];
  return given.length + domain.length === 0 ? {} : { parameters: [...given, ...domain] };
}

/** Adds examples of body and answer. An export and the events to send have their own. */
function withExamples({ requestBody, responses, ...rest }: Json, schemas: Json): Json {
  const of = (part: unknown): unknown => {
    const { content, ...beside } = record(part);
    const { schema, ...own } = record(record(content)['application/json']);
    if (schema === undefined || 'examples' in own) return part;
    const example = wholeExample(record(schema), schemas);
    return { ...beside, content: { 'application/json': { schema, example } } };
  };
  return {
    ...rest,
    ...(requestBody === undefined ? {} : { requestBody: of(requestBody) }),
    responses: Object.fromEntries(
      Object.entries(record(responses)).map(([status, one]) => [status, status.startsWith('2') ? of(one) : one]),
    ),
  };
}

/** Moves the description from the schema to the parameter, where readers look for it. */
function parameterOf(parameter: unknown, needed: Route['required']): Json {
  const { name, in: where, schema } = record(parameter);
  const { description, ...type } = record(schema);
  const isInPath = where === 'path';
  return {
    name,
    in: where,
    ...(isInPath || needed.has(String(name)) ? { required: true } : {}),
    description,
    schema: type,
    ...(isInPath ? { example: exampleOf(type, {}, { field: String(name) }) } : {}),
  };
}

/** The body is optional where no field is required (rulings §2.12); a PATCH needs one field. */
function bodyOf(schema: Json, { method }: Route, access: Access): Json {
  if (access === 'ingest') return eventsBody;
  const hasRequired = Array.isArray(schema['required']) && schema['required'].length > 0;
  const wantsOne = method === 'PATCH' && !hasRequired;
  return {
    required: hasRequired || wantsOne,
    content: { 'application/json': { schema: { ...schema, ...(wantsOne ? { minProperties: 1 } : {}) } } },
  };
}

const successWords: Readonly<Record<number, string>> = {
  201: 'Created; a key in it is shown this once',
  202: 'Begun',
};

function successOf(generated: Json, route: Route, access: Access): Json {
  if (route.rest.status === 204) return { description: 'Done', headers: headersOf(access) };
  const { content } = contentOf(generated, route);
  return {
    description: successWords[route.rest.status] ?? 'Success',
    headers: {
      ...headersOf(access),
      ...(route.path.endsWith('/events/export') ? { 'X-Export-Id': refTo('ExportId') } : {}),
    },
    content,
  };
}

function contentOf(generated: Json, route: Route): Json {
  if (route.rest.stream === true) return streamOf(route);
  if (route.rest.text === true) return { content: { 'text/plain': textOf(route) } };
  return record(generated['200']);
}

const checkpoint = 'goal.example/log/3f0c…\n3\nHiqoU8ui…\n\n— goal.example/log/3f0c… +nsLsD46…\n';
const textOf = ({ path }: Route): Json => ({
  schema: { type: 'string' },
  example: path.endsWith('/proof')
    ? `c2sp.org/tlog-proof@v1\nextra eyJlbnRyeSI6…\nindex 2\nP/QvRoiv…\n\n${checkpoint}`
    : checkpoint,
});

function errorsOf(route: Route, access: Access): Json {
  const statuses = [
    ...accesses[access].errors,
    ...route.rest.errors,
    ...(route.rest.body === true ? ofBody : []),
    ...ofEverything,
  ];
  const names = [...new Set(statuses)].flatMap((status) => {
    const name = errorResponses.get(status)?.name;
    return name === undefined ? [] : [[status, { $ref: `#/components/responses/${name}` }]];
  });
  return Object.fromEntries(names) as Json; // fromEntries types the keys as it gets them; JSON has string keys
}

const csv: Json = {
  schema: { type: 'string', description: 'A header row, then a row for each entry of the list' },
  example: 'id,domain,name\r\n"2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34","shop.example.com","Shop"\r\n',
};
const bundle: Json = {
  schema: { type: 'string', description: 'A JSON object a line, which goal verify checks' },
  example: `{"bundle":"goal-log/v1","origin":"goal.example/log/3f0c…","scope":{"account_id":"0d9e…"},…}\n{"index":0,"note":"note {…}"}\n{"index":2,"n":1,"salt":"g/YL…","event":{…}}\n{"end":3,"checkpoint":"…","witnessed":null,"lines":4,"sha256":"9f86…"}\n`,
};

const tile: Json = {
  schema: { type: 'string', format: 'binary', description: 'Hashes of 32 bytes, or entries behind their lengths' },
  example: '…',
};

function streamOf({ path }: Route): Json {
  if (path.includes('/tile/')) return { content: { 'application/octet-stream': tile } };
  if (path.endsWith('.csv')) return { content: { 'text/csv': csv } };
  return path.endsWith('/bundle') ? { content: { 'application/x-ndjson': bundle } } : streamed;
}

/** The answers of an export, by its `format`. */
const streamed: Json = {
  content: {
    'application/x-ndjson': {
      schema: { type: 'string', description: 'A JSON object a line; see `format`' },
      example: `{"export":{"scope":{"site_id":"5f0c…"},"filters":{"severity":["high"]},"started_at":"2026-01-31T12:00:00.000Z"}}\n{"id":2049,"occurred_at":"2026-01-30T08:15:00.000Z","code":4007,…}\n{"complete":true,"events":1,"sha256":"9f86…"}\n`,
    },
    'text/csv': {
      schema: { type: 'string', description: 'A header row, then a row an event' },
      example: `id,occurred_at,received_at,code,severity,…\r\n2049,2026-01-30T08:15:00.000Z,2026-01-30T08:15:01.402Z,4007,high,…\r\n`,
    },
  },
};

const newEventExample = {
  occurred_at: '2026-01-31T12:00:00Z',
  code: 4007,
  severity: 'high',
  object: 'user',
  event_type: 'deleted',
  message: 'Deleted the user jo',
  username: 'editor',
  event_uuid: '3f2d8c41-7a65-4e09-b1c8-9d0e5f6a7b23',
};

const eventsBody: Json = {
  required: true,
  content: {
    'application/json': {
      schema: { anyOf: [{ $ref: '#/components/schemas/NewEvent' }, { $ref: '#/components/schemas/NewEvents' }] },
      examples: {
        one: { summary: 'One event', value: newEventExample },
        batch: { summary: 'Up to 1,000 events', value: { events: [newEventExample] } },
      },
    },
  },
};

const newEventsSchema: Json = {
  type: 'object',
  description: 'A batch; one bad event never holds back the others',
  required: ['events'],
  properties: {
    events: { type: 'array', minItems: 1, maxItems: 1000, items: { $ref: '#/components/schemas/NewEvent' } },
  },
};

function newEventSchema(): Json {
  return {
    type: 'object',
    description:
      'An event as the plugin sends it. Texts that are too long are cut; an optional field of a wrong type is stored as none',
    required: ['occurred_at', 'code', 'severity', 'object', 'event_type', 'message'],
    properties: Object.fromEntries(
      Object.entries(newEventShape.shape).map(([name, field]) => [name, field.meta()?.['override']]),
    ),
  };
}
