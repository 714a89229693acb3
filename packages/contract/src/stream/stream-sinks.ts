import { z } from 'zod';

import { errorCatalogue } from '../refusals/errors.ts';
import { isUuid } from '../text/ids.ts';
import { limits } from '../limits.ts';
import { sinkProperties, sinkTypes, type SinkType } from './stream-sink-words.ts';
import { cleanText } from '../text/texts.ts';

// The sinks of streams (rulings §15.3): one shape for each type of sink.

/** Values that the service keeps sealed and never shows, by the names of their headers. */
export type SinkHeaders = Readonly<Record<string, string>>;

export type WebhookSink = {
  type: 'webhook';
  url: string;
  /** Events of a delivery at most. */
  batch: number;
  body: 'standard' | 'slack';
  headers: SinkHeaders;
};
export type SplunkSink = {
  type: 'splunk';
  url: string;
  token: string;
  index: string | null;
  sourcetype: string;
  ca: string | null;
};
export type OtlpSink = {
  type: 'otlp';
  url: string;
  headers: SinkHeaders;
  encoding: 'protobuf' | 'json';
  ca: string | null;
};
export type S3Sink = {
  type: 's3';
  endpoint: string | null;
  region: string;
  bucket: string;
  prefix: string;
  access_key_id: string;
  secret_access_key: string;
  path_style: boolean;
  minutes: number;
};
export type SyslogSink = {
  type: 'syslog';
  host: string;
  port: number;
  body: 'rfc5424' | 'cef';
  /** Bytes of a message at most; null: none is cut. Streams of before have no such field. */
  max_bytes?: number | null;
  ca: string | null;
  client_key: string | null;
  client_cert: string | null;
};
/** `to`: ids of members; null is the address of the account. */
export type MailSink = { type: 'mail'; to: readonly string[] | null };

export type NetworkSink = WebhookSink | SplunkSink | OtlpSink | S3Sink | SyslogSink;
export type Sink = NetworkSink | MailSink;

/** A sink as it is given: `secret` is undefined where its sealed field is left out or null. */
export type GivenSink = { type: SinkType; open: Readonly<Record<string, unknown>>; secret: unknown };

/** Thrown with the sentence of the first bad field, and caught by `givenSink`. */
class BadField extends Error {}

const missing = (name: string): BadField => new BadField(`${name} required`);
const invalid = (name: string): BadField => new BadField(`invalid ${name}`);

type Fields = Readonly<Record<string, unknown>>;
const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

function text(fields: Fields, name: string, most: number, pattern?: RegExp): string {
  const value = fields[name];
  if (isAbsent(value) || value === '') throw missing(name);
  if (typeof value !== 'string' || value.length > most || cleanText(value) !== value) throw invalid(name);
  if (pattern !== undefined && !pattern.test(value)) throw invalid(name);
  return value;
}

const textOr = <Default extends string | null>(
  fields: Fields,
  name: string,
  most: number,
  otherwise: Default,
  pattern?: RegExp,
): string | Default => (isAbsent(fields[name]) || fields[name] === '' ? otherwise : text(fields, name, most, pattern));

function integer<Default extends number | null>(
  fields: Fields,
  name: string,
  { min, max, otherwise }: { min: number; max: number; otherwise: Default },
): number | Default {
  const value = fields[name];
  if (isAbsent(value)) return otherwise;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) throw invalid(name);
  return value;
}

function choice<const Values extends readonly string[]>(fields: Fields, name: string, values: Values): Values[number] {
  const value = isAbsent(fields[name]) ? values[0] : fields[name];
  const found = values.find((one) => one === value);
  if (found === undefined) throw invalid(name);
  return found;
}

/** An http(s) address without credentials and fragment. Settings say whether http is allowed. */
function url(fields: Fields, name: string): string {
  const value = fields[name];
  if (isAbsent(value) || value === '') throw missing(name);
  const refusal = new BadField(name === 'url' ? errorCatalogue.stream_url.message : `invalid ${name}`);
  if (typeof value !== 'string' || value.length > limits.siteUrlLength || value.includes('#')) throw refusal;
  if (!URL.canParse(value) || /[\s\x00-\x1f\x7f]/.test(value)) throw refusal;
  const parsed = new URL(value);
  const isWeb = parsed.protocol === 'https:' || parsed.protocol === 'http:';
  if (!isWeb || parsed.username !== '' || parsed.password !== '') throw refusal;
  return parsed.href;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Names that the service or HTTP sets itself. */
const reservedHeader =
  /^(host|content-.*|webhook-.*|connection|transfer-encoding|keep-alive|upgrade|http2-settings|te|trailer|expect|proxy-.*)$/i;

function headers(value: unknown): SinkHeaders | undefined {
  if (isAbsent(value)) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid('headers');
  const given = Object.entries(value);
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  if (given.length > limits.sinkHeaders || names.size < given.length) throw invalid('headers');
  for (const [name, content] of given) {
    const isName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name) && !reservedHeader.test(name);
    if (!isName || typeof content !== 'string' || !/^[\x20-\x7e]{0,2000}$/.test(content)) throw invalid('headers');
  }
  return Object.fromEntries(given.map(([name, content]) => [name, String(content)]));
}

const secretText = (fields: Fields, name: string, most: number): string | undefined =>
  isAbsent(fields[name]) || fields[name] === '' ? undefined : text(fields, name, most, /^[\x21-\x7e]+$/);

function pem(fields: Fields, name: string): string | null {
  const value = fields[name];
  if (isAbsent(value) || value === '') return null;
  const isPem = typeof value === 'string' && value.includes('-----BEGIN ') && /^[\x20-\x7e\s]*$/.test(value);
  if (!isPem || value.length > limits.pemLength) throw invalid(name);
  return value;
}

const hostName = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]{1,253}|[0-9a-f:.]+)$/i;
const awsBucket = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

function members(value: unknown): readonly string[] | null {
  if (isAbsent(value)) return null;
  const ids: unknown[] = Array.isArray(value) ? value : [null];
  const named = ids.filter((id): id is string => typeof id === 'string' && isUuid(id));
  if (named.length === 0 || named.length < ids.length || ids.length > limits.membersPerAccount) throw invalid('to');
  return [...new Set(named.map((id) => id.toLowerCase()))];
}

/** Reads the fields of one type in the order of rulings §15.3. */
const readers: Readonly<Record<SinkType, (fields: Fields) => Omit<GivenSink, 'type'>>> = {
  webhook: (given) => ({
    open: {
      url: url(given, 'url'),
      batch: integer(given, 'batch', { min: 1, max: 500, otherwise: 100 }),
      body: choice(given, 'body', ['standard', 'slack']),
    },
    secret: headers(given['headers']),
  }),
  splunk: (given) => ({
    open: {
      url: url(given, 'url'),
      index: textOr(given, 'index', 255, null),
      sourcetype: textOr(given, 'sourcetype', 255, 'goal:event'),
      ca: pem(given, 'ca'),
    },
    secret: secretText(given, 'token', 255),
  }),
  otlp: (given) => ({
    open: {
      url: url(given, 'url'),
      encoding: choice(given, 'encoding', ['protobuf', 'json']),
      ca: pem(given, 'ca'),
    },
    secret: headers(given['headers']),
  }),
  s3(given) {
    const endpoint = isAbsent(given['endpoint']) || given['endpoint'] === '' ? null : url(given, 'endpoint');
    // Its path is signed part by part, and nothing of a query is.
    if (endpoint !== null && (new URL(endpoint).search !== '' || !isDecodable(endpoint))) throw invalid('endpoint');
    const pathStyle = given['path_style'];
    const open = {
      endpoint,
      region: textOr(given, 'region', 63, 'us-east-1', /^[a-z0-9-]+$/i),
      bucket: text(given, 'bucket', 63, awsBucket),
      prefix: textOr(given, 'prefix', 512, '', /^[^/][\x20-\x7e]*$/).replace(/\/+$/, ''),
      access_key_id: text(given, 'access_key_id', 255, /^[\x21-\x7e]+$/),
    };
    if (!isAbsent(pathStyle) && typeof pathStyle !== 'boolean') throw invalid('path_style');
    const minutes = integer(given, 'minutes', { min: 1, max: 60, otherwise: 5 });
    // Servers with an address of their own rarely have a name for each bucket.
    const rest = { path_style: pathStyle ?? endpoint !== null, minutes };
    return { open: { ...open, ...rest }, secret: secretText(given, 'secret_access_key', 255) };
  },
  syslog: (given) => ({
    open: {
      host: text(given, 'host', 253, hostName).toLowerCase(),
      port: integer(given, 'port', { min: 1, max: 65_535, otherwise: 6514 }),
      body: choice(given, 'body', ['rfc5424', 'cef']),
      max_bytes: integer(given, 'max_bytes', { min: 1024, max: 1_048_576, otherwise: null }),
      ca: pem(given, 'ca'),
      client_cert: pem(given, 'client_cert'),
    },
    secret: pem(given, 'client_key') ?? undefined,
  }),
  mail: (given) => ({ open: { to: members(given['to']) }, secret: undefined }),
};

function read(given: unknown): GivenSink {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new BadField(errorCatalogue.sink_object.message);
  const fields: Fields = { ...given };
  const type = sinkTypes.find((one) => one === fields['type']);
  if (type === undefined) throw new BadField(errorCatalogue.sink_type.message);
  return { type, ...readers[type](fields) };
}

/** A sink as it is stored: what `givenSink` made of it, without its secret field. */
export const storedSink = z.looseObject({ type: z.enum(sinkTypes) });
export type OpenSink = Readonly<z.output<typeof storedSink>>;

const sinkExample = { type: 'webhook', url: 'https://hooks.example.com/goal' };

/** The sink of a stream in a body. Its first bad field decides the sentence (rulings §15.4). */
export const givenSink = z
  .unknown()
  .transform((given, context): GivenSink => {
    try {
      return read(given);
    } catch (error) {
      if (!(error instanceof BadField)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  })
  .meta({
    description: 'Where the stream sends to',
    override: { type: 'object', required: ['type'], properties: sinkProperties, examples: [sinkExample] },
  });
