import { errorCatalogue, version, type ErrorCode } from '@goal/contract';

import type { Json } from './json-schema.ts';
import type { Access } from './trpc.ts';

/**
 * The credential that each access takes, and the statuses it may answer before the operation is
 * reached (rulings §2.4). `limited`: its answers tell what is left of the rate limit.
 */
export const accesses: Record<Access, { security: string; errors: readonly number[]; limited: boolean }> = {
  open: { security: 'none', errors: [], limited: false },
  account: { security: 'accountKey', errors: [401, 403, 429], limited: true },
  unscoped: { security: 'accountKey', errors: [401, 403, 429], limited: true },
  read: { security: 'siteKey', errors: [401, 403, 429], limited: true },
  ingest: { security: 'siteKey', errors: [401, 403, 429], limited: true },
  operatorRead: { security: 'adminToken', errors: [401], limited: false },
  operatorWrite: { security: 'adminToken', errors: [401, 403], limited: false },
  // The procedures of people have no path, so no document names them.
  entry: { security: 'none', errors: [], limited: false },
  person: { security: 'session', errors: [401, 429], limited: true },
  member: { security: 'session', errors: [401, 404, 429], limited: true },
  admin: { security: 'session', errors: [401, 403, 404, 429], limited: true },
  adminOfAll: { security: 'session', errors: [401, 403, 404, 429], limited: true },
  owner: { security: 'session', errors: [401, 403, 404, 429], limited: true },
};
export const ofBody = [400, 413, 415] as const;
/** Any operation may answer with these. */
export const ofEverything = [431, 500, 503] as const;

export const info: Json = {
  title: 'Goal audit log',
  version,
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
  description: `Keeps audit events (who did what, to which object, when, how severe) that a CMS plugin sends for each registered site, and lets clients read them back.

**Credentials** go as bearer in \`Authorization\`. An account key reaches the whole account, a group key one group and its sites, a site key one site (with its domain in \`X-Site-Domain\`), an admin token the operator API. A key made with \`access\` does less: with \`read\` it changes nothing (403 \`read-only key\`), and a site key with \`send\` only sends events (403 \`send-only key\`).

**Errors** are a JSON object with the one field \`error\`, an exact sentence; each response below lists its own. What is not the caller's is answered exactly as what does not exist.

**Lists of events** run from the newest to the oldest. An empty \`next_cursor\` means that nothing further matches; a page that is shorter than \`limit\`, even empty, and has a \`next_cursor\` is not the last one.

**Rates** are counted for each key: account and group keys 10 requests a second, 30 at once; reading by site key 10 a second unless set otherwise, 30 at once; sending 50 a second, 200 at once. Resellers' account and group keys are not limited and get none of the headers.

**Timestamps** in answers are UTC, ISO 8601 with milliseconds and \`Z\`. Every path also answers OPTIONS, and HEAD where it answers GET.`,
};

export const tags = [
  {
    name: 'Account API',
    description: 'Sites, groups, their keys, and events across the account: account keys and group keys',
  },
  { name: 'Read API and ingest', description: 'The events of one site: site keys' },
  { name: 'Operator API', description: 'Accounts, plans and sites of all customers: admin tokens' },
];

export const securitySchemes = {
  accountKey: { type: 'http', scheme: 'bearer', description: 'Account key `goal_acct_…` or group key `goal_grp_…`' },
  siteKey: { type: 'http', scheme: 'bearer', description: 'Site key `goal_live_…`' },
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'Admin token `goal_admin_…`; GET needs the scope `admin:read`, everything else `admin:write`, which includes it',
  },
};

export const parameters = {
  SiteDomain: {
    name: 'X-Site-Domain',
    in: 'header',
    required: true,
    description: 'The domain that the key was issued for, without a port',
    schema: { type: 'string' },
    example: 'shop.example.com',
  },
};

export const headers: Record<string, Json> = {
  RequestId: {
    description:
      "The request's id in the service's log: the caller's own `X-Request-Id` if it matches `[A-Za-z0-9._:-]{1,128}`",
    schema: { type: 'string' },
  },
  ExportId: {
    description: 'Under this id `/account/exports/{id}` or `/exports/{id}` tells whether the file is whole',
    schema: { type: 'string', format: 'uuid' },
  },
  RateLimit: {
    description: 'What is left (IETF draft 10): `r` requests at once, and `t` seconds until the bucket is full',
    schema: { type: 'string' },
    example: '"account";r=29;t=1',
  },
  RateLimitPolicy: {
    description: 'The policy: `q` requests at once, refilled within `w` seconds',
    schema: { type: 'string' },
    example: '"account";q=30;w=3',
  },
  Challenge: {
    description: 'The credential that is asked for, with `error="invalid_token"` where one was given that is not valid',
    schema: { type: 'string' },
    example: 'Bearer realm="goal", error="invalid_token"',
  },
  RetryAfter: { description: 'Whole seconds to wait before the next try', schema: { type: 'integer', minimum: 1 } },
};
export const refTo = (header: string): Json => ({ $ref: `#/components/headers/${header}` });
const requestId = { 'X-Request-Id': refTo('RequestId') };
const rate = { RateLimit: refTo('RateLimit'), 'RateLimit-Policy': refTo('RateLimitPolicy') };

/** The headers of a success. A reseller's account and group keys get no rate headers. */
export function headersOf(access: Access): Json {
  return { ...requestId, ...(accesses[access].limited ? rate : {}) };
}

/** Codes that no published operation answers with. */
const elsewhere: readonly ErrorCode[] = [
  'bad_request',
  'batch_too_large',
  'token_name_taken',
  'missing_scope_read',
  'method_not_allowed',
  'foreign_origin',
  'too_many_rows',
];
/** Examples of sentences that name a field or parameter. */
const ofFields = ['invalid limit', 'name must be a string', 'occurred_at required'];

/**
 * The shared error responses by status: the name of each, and the response with every sentence of
 * the catalogue that has this status.
 */
export const errorResponses: ReadonlyMap<number, { name: string; response: Json }> = new Map(
  (
    [
      [400, 'BadRequest', 'A field or parameter is not what it must be', {}],
      [401, 'Unauthorized', 'No valid credential of the right kind', { 'WWW-Authenticate': refTo('Challenge') }],
      [403, 'Forbidden', 'The credential is valid and may not do this', {}],
      [404, 'NotFound', "Unknown, or not the caller's", {}],
      [409, 'Conflict', 'A limit or a unique rule stands against it', {}],
      [413, 'TooLarge', 'The body is too large, or holds too many events', {}],
      [415, 'UnsupportedMediaType', 'The body is no JSON, or encoded', {}],
      [
        429,
        'RateLimited',
        'Over the rate limit of the key; for events that are sent also over the monthly limit of the plan',
        { 'Retry-After': refTo('RetryAfter'), ...rate },
      ],
      [431, 'HeaderTooLarge', 'The head of the request is over 16 KiB', {}],
      [
        500,
        'InternalError',
        'Something failed in the service; all of it is in its log under the id of the request',
        {},
      ],
      [
        503,
        'Unavailable',
        'The database is out of reach or slow, or there is too much to do at once',
        { 'Retry-After': refTo('RetryAfter') },
      ],
    ] as const
  ).map(([status, name, description, more]) => [status, { name, response: errorResponse(status, description, more) }]),
);

function errorResponse(status: number, description: string, more: Json): Json {
  const sentences = Object.entries(errorCatalogue)
    .filter(([code, entry]) => entry.status === status && !elsewhere.some((other) => other === code))
    .map(([code, { message }]) => [code, message]);
  const fields = status === 400 ? ofFields.map((message) => [message.replaceAll(' ', '_'), message]) : [];
  const examples = Object.fromEntries([...sentences, ...fields].map(([code, error]) => [code, { value: { error } }]));
  return {
    description,
    headers: { ...requestId, ...more },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples } },
  };
}

export const errorSchema: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', description: 'An exact sentence', examples: [errorCatalogue.not_found.message] },
  },
};
