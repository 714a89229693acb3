import { record, type Json } from './json-schema.ts';

const [account, site, group] = [
  '7d1f0c52-3b8e-4f6a-9c21-5e4d8a7b6c30',
  '2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34',
  'c4a91e37-6d25-4b80-8e1f-0a9b3c7d5e62',
];

/** Values for fields without one in their schema; `Schema.field` comes before `field`. */
const values: Readonly<Record<string, unknown>> = {
  account_id: account,
  action: 'site.create',
  activated: site,
  actor: 'k3v9x2ab',
  api: true,
  'TopCodes.complete': true,
  concerns: 'Retention deletes nothing until it is confirmed: goal worker --confirm.',
  created_by: 'owner@example.com',
  domain: 'shop.example.com',
  email: 'owner@example.com',
  enabled: true,
  error: 'occurred_at required',
  event_type: 'deleted',
  'SiteEvent.event_type': 'modified',
  external_ref: 'crm-4711',
  'PlanPreview.from': 'pro',
  group_id: group,
  group_name: 'Shops in Berlin',
  'Group.id': group,
  'CreatedGroup.id': group,
  'InspectedGroup.id': group,
  'CreatedAccount.id': account,
  checkpoint:
    'goal.example/log/3f0c9a52-7d1e-4b57-9a44-5d1f6f0b7c11\n3\nHiqoU8uiv4CTwH6vTTySN7nxxIIOOZWgaHdmO28R24s=\n\n— goal.example/log/3f0c9a52-7d1e-4b57-9a44-5d1f6f0b7c11 +nsLsD46…\n',
  hashes: 'klmbP5+kjU8vo9jCR+QaoGO/L7t3nEyON3KdaiJkPsM=',
  origin: 'goal.example/log/3f0c9a52-7d1e-4b57-9a44-5d1f6f0b7c11',
  previous: null,
  public: '6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuQh7qaRRG0iw4=',
  root: 'HiqoU8uiv4CTwH6vTTySN7nxxIIOOZWgaHdmO28R24s=',
  until: null,
  vkey: 'goal.example/log/3f0c9a52-7d1e-4b57-9a44-5d1f6f0b7c11+fa7b0bb0+AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs',
  witnesses: 'witness.example',
  'OperatorAccount.id': account,
  'OperatorAccountRow.id': account,
  'AccountSummary.id': account,
  by: 'k3v9x2ab',
  ended_at: null,
  hold_id: '5f0d2c8a-71b4-4e3f-9a60-2d8c1e7b4f95',
  'Redaction.id': '5f0d2c8a-71b4-4e3f-9a60-2d8c1e7b4f95',
  'Export.id': '5f0d2c8a-71b4-4e3f-9a60-2d8c1e7b4f95',
  'Export.complete': true,
  'Export.ended_at': '2026-01-31T12:00:02.000Z',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'LegalHold.id': '5f0d2c8a-71b4-4e3f-9a60-2d8c1e7b4f95',
  'LegalHold.reason': 'Case 4711',
  index: '000',
  level: '0',
  id: site,
  key: 'goal_acct_k3v9x2ab_…',
  'MintedGroupKey.key': 'goal_grp_k3v9x2ab_…',
  'Status.kind': 'server',
  'Status.name': 'witness.example',
  failure: 'it did not answer in time',
  last_failure: null,
  last_migration: '20261122140000_downgrades',
  last_refusal: null,
  last_refused_at: null,
  link: 'https://goal.example.com/join#k3v9x2ab_…',
  member_id: '91c5d7e4-2f60-4a1b-b3d8-6e7f9a0c1b25',
  message: 'Deleted the user jo',
  name: 'Shop',
  'AccountKey.name': 'reporting',
  'AccountSummary.name': 'Miller Ltd',
  'Attention.name': 'Miller Ltd',
  'OperatorAccountRow.name': 'Miller Ltd',
  'OperatorMembers.name': 'Jo Miller',
  'AdminToken.name': 'support',
  'CreatedGroup.name': 'Shops in Berlin',
  'Group.name': 'Shops in Berlin',
  'GroupKey.name': 'group key',
  'InspectedGroup.name': 'Shops in Berlin',
  'MintedAccountKey.name': 'reporting',
  'MintedGroupKey.name': 'group key',
  'WhoAmI.name': 'support',
  next_after: 'Zm9sbG93IGZyb20gaGVyZQ',
  next_cursor: '',
  object: 'user',
  person_id: '91c5d7e4-2f60-4a1b-b3d8-6e7f9a0c1b25',
  plan: 'starter',
  post_status: null,
  post_type: null,
  prefix: 'k3v9x2ab',
  postgresql: '18.4',
  reason: 'asked for by its owner',
  refuses_writes: null,
  revoked_at: null,
  sentence: 'Nothing since 12 November 2026 (11 days); before that never more than 2 days passed between events.',
  'ResellerPreview.sentence': '3 of 5 sites used → no limit.',
  sentences: 'Nothing is paused: 3 active sites; the starter plan allows 5.',
  session_id: null,
  site_id: site,
  site_name: 'Shop',
  site_url: 'https://shop.example.com/',
  slug: 'pro',
  text: 'shop.example.com',
  'PlanPreview.to': 'starter',
  token: 'goal_live_k3v9x2ab_…',
  user_agent: 'Mozilla/5.0',
  username: 'editor',
  version: '1.0.0',
};

/** Numbers that tell more than the 3 that every other one is. */
const numbers: Readonly<Record<string, number>> = {
  code: 4007,
  counted: 128,
  events: 128,
  fair_use_events: 250_000,
  from: 90,
  id: 2049,
  keys_per_site: 2,
  matched: 128,
  other: 0,
  rate_limit_rps: 10,
  retention_days: 30,
  sites: 5,
  sites_to_pause: 1,
  to: 30,
  total: 128,
  'Activity.total': 15,
  'SilentSites.total': 1,
  user_id: 7,
};

/** Fields that an example has only where they are required: most answers are without them. */
const leftOut = new Set(['start', 'access', 'group', 'hard_limit_events', 'ids', 'living_subscriptions']);

/**
 * An example of a schema, made of the examples of its fields, so that it cannot disagree with the
 * schema. `components` are the document's schemas. A text without any example becomes `?`, which a
 * test of the document refuses.
 */
export function exampleOf(schema: Json, components: Json, within: { field?: string; owner?: string } = {}): unknown {
  const { field = '', owner = '' } = within;
  const name = /^#\/components\/schemas\/(\w+)$/.exec(String(schema['$ref']))?.[1];
  if (name !== undefined) return whole[name] ?? exampleOf(record(components[name]), components, { owner: name });
  // An enum that may be null.
  if (Array.isArray(schema['anyOf'])) return exampleOf(record(schema['anyOf'][0]), components, within);
  const types = [schema['type']].flat();
  if (types.includes('array')) return [exampleOf(record(schema['items']), components, { field, owner })];
  if (types.includes('object')) {
    if (Array.isArray(schema['examples'])) return (schema['examples'] as unknown[])[0];
    if (types.includes('null')) return null;
    const required = new Set([schema['required']].flat());
    const fields = Object.entries(record(schema['properties'])).filter(
      ([key]) => required.has(key) || !leftOut.has(key),
    );
    return Object.fromEntries(
      fields.map(([key, part]) => [key, exampleOf(record(part), components, { field: key, owner })]),
    );
  }
  const [own, examples] = [values[`${owner}.${field}`] ?? values[field], schema['examples'] ?? schema['enum']];
  if (types.includes(own === null ? 'null' : typeof own) && schema['enum'] === undefined) return own;
  if (Array.isArray(examples)) return (examples as unknown[])[0];
  if (types.includes('boolean')) return schema['const'] ?? false;
  if (types.includes('integer') || types.includes('number')) return numbers[`${owner}.${field}`] ?? numbers[field] ?? 3;
  return '?';
}

const streamExample = {
  id: '5f0d2c8a-71b4-4e3f-9a60-2d8c1e7b4f95',
  name: 'Our SIEM',
  status: 'active',
  paused_by: null,
  sink: { type: 'webhook', url: 'https://hooks.example.com/goal', batch: 100, body: 'standard', headers: null },
  filters: { severity: ['high', 'critical'] },
  created_at: '2026-01-31T12:00:00.000Z',
  behind_seconds: 0,
  delivered: 128,
  set_aside: 0,
  last_delivery_at: '2026-01-31T12:00:00.000Z',
  failing_since: null,
  last_error: null,
  next_attempt_at: null,
  gap: null,
};

const operatorStreamExample = {
  ...Object.fromEntries(Object.entries(streamExample).filter(([name]) => name !== 'sink' && name !== 'filters')),
  sink_type: 'webhook',
  host: 'hooks.example.com',
};

/** Examples of answers and bodies that a choice of fields would make untrue. */
const whole: Readonly<Record<string, Json>> = {
  Summary: {
    counts: [
      { severity: 'high', events: 96 },
      { severity: 'critical', events: 32 },
    ],
    other: 0,
    matched: 128,
    looked_at: 1280,
    complete: true,
    counted_back_to: null,
    source: 'events',
    next_cursor: '',
  },
  Stream: streamExample,
  CreatedStream: { id: streamExample.id, name: streamExample.name, secret: 'whsec_…' },
  RotatedStreamSecret: { secret: 'whsec_…', former_until: '2026-02-01T12:00:00.000Z' },
  StreamTest: { ok: true, status: 204, error: null, took_ms: 87 },
  StreamDelivery: {
    at: '2026-01-31T12:00:00.000Z',
    outcome: 'delivered',
    events: 3,
    first_id: 2049,
    last_id: 2051,
    attempt: 1,
    status: 204,
    error: null,
    took_ms: 87,
    bytes: 1250,
  },
  SetAsideEvent: { id: 2049, at: '2026-01-31T12:00:00.000Z', status: 400, error: 'the receiver answered 400' },
  OperatorStream: operatorStreamExample,
  IngestResult: { accepted: 2, duplicates: 0, rejected: [{ index: 1, error: 'occurred_at required' }] },
  ResetPerson: { mailed: true },
};

/** The example of an answer or a body. */
export function wholeExample(schema: Json, components: Json): unknown {
  const name = String(schema['$ref']).split('/').at(-1) ?? '';
  return whole[name] ?? exampleOf(schema, components);
}
