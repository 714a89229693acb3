// The types of sinks, and what the document says about their fields (rulings §15.3).

export const sinkTypes = ['webhook', 'splunk', 'otlp', 's3', 'syslog', 'mail'] as const;
export type SinkType = (typeof sinkTypes)[number];

/** The sealed field of each type, and what an omitted one is; undefined: it is required. */
export const secretFields = {
  webhook: { name: 'headers', omitted: {} },
  splunk: { name: 'token', omitted: undefined },
  otlp: { name: 'headers', omitted: {} },
  s3: { name: 'secret_access_key', omitted: undefined },
  syslog: { name: 'client_key', omitted: null },
  mail: undefined,
} as const;

const of = (type: string, about: Record<string, unknown>): Record<string, unknown> => ({
  ...about,
  description: `${type}: ${String(about['description'])}`,
});
/** Descriptions of the fields of all types, for the document. */
export const sinkProperties = {
  type: { type: 'string', enum: sinkTypes },
  url: of('webhook, splunk, otlp', { type: 'string', format: 'uri', description: 'https, without credentials' }),
  batch: of('webhook', {
    type: 'integer',
    minimum: 1,
    maximum: 500,
    description: 'events of a delivery at most; 100 when omitted',
  }),
  body: of('webhook, syslog', {
    type: 'string',
    enum: ['standard', 'slack', 'rfc5424', 'cef'],
    description: 'form of what is sent',
  }),
  headers: of('webhook, otlp', {
    type: ['object', 'null'],
    additionalProperties: { type: 'string' },
    description: 'at most 10 of your own; null when shown',
  }),
  token: of('splunk', { type: ['string', 'null'], description: 'of the HTTP event collector; null when shown' }),
  index: of('splunk', { type: ['string', 'null'], description: 'where Splunk keeps the events' }),
  sourcetype: of('splunk', { type: 'string', description: '`goal:event` when omitted' }),
  encoding: of('otlp', { type: 'string', enum: ['protobuf', 'json'], description: '`protobuf` when omitted' }),
  endpoint: of('s3', { type: ['string', 'null'], format: 'uri', description: 'null: AWS' }),
  region: of('s3', { type: 'string', description: '`us-east-1` when omitted' }),
  bucket: of('s3', { type: 'string', description: 'its name' }),
  prefix: of('s3', { type: 'string', description: 'what the names of all objects begin with' }),
  access_key_id: of('s3', { type: 'string', description: 'of a user who may put objects' }),
  secret_access_key: of('s3', { type: ['string', 'null'], description: 'null when shown' }),
  path_style: of('s3', {
    type: 'boolean',
    description: 'the bucket stands in the path and not in the host; true with an own endpoint',
  }),
  minutes: of('s3', { type: 'integer', minimum: 1, maximum: 60, description: 'between two files; 5 when omitted' }),
  host: of('syslog', { type: 'string', description: 'name or address of the receiver' }),
  port: of('syslog', { type: 'integer', minimum: 1, maximum: 65_535, description: '6514 when omitted' }),
  max_bytes: of('syslog', {
    type: ['integer', 'null'],
    minimum: 1024,
    maximum: 1_048_576,
    description: 'bytes of a message at most: longer texts are cut and end in `…`; null: none is cut',
  }),
  ca: of('splunk, otlp, syslog', {
    type: ['string', 'null'],
    description: 'PEM of the authority that signs the certificate of the receiver',
  }),
  client_cert: of('syslog', { type: ['string', 'null'], description: 'PEM of our certificate' }),
  client_key: of('syslog', { type: ['string', 'null'], description: 'PEM of its key; null when shown' }),
  to: of('mail', {
    type: ['array', 'null'],
    items: { type: 'string', format: 'uuid' },
    description: 'ids of members; null: the address of the account',
  }),
} as const satisfies Record<string, unknown>;
