import type { SinkType } from '@goal/contract';
import { choicesOf } from '@goal/ui/field/choices-of.ts';

export type SinkField = {
  name: string;
  label: string;
  help: string;
  kind: 'text' | 'number' | 'secret' | 'pem' | 'headers' | 'choice';
  example?: string;
  options?: { value: string; label: string }[];
  /** Stands behind «More settings». */
  isRare?: boolean;
};

type Rest = Pick<SinkField, 'example' | 'options' | 'isRare'>;

const fieldOf =
  (kind: SinkField['kind']) =>
  (name: string, label: string, help: string, rest: Rest = {}): SinkField => ({ name, label, help, kind, ...rest });
const text = fieldOf('text');
const number = fieldOf('number');
const secret = fieldOf('secret');
const pem = fieldOf('pem');
const choice = fieldOf('choice');

const isRare = true;
const url = (help: string, example: string): SinkField => text('url', 'Address', help, { example });
const ca = pem(
  'ca',
  'Certificate authority',
  'PEM of the authority that signed the receiver’s certificate, where it is one of your own.',
  { isRare },
);
const headers = (help: string): SinkField => fieldOf('headers')('headers', 'Headers', help, { isRare });

/** What each type is, and its fields in the order of the form. Mail has its own. */
export const sinks: Readonly<Record<SinkType, { what: string; fields: readonly SinkField[] }>> = {
  webhook: {
    what: 'A signed POST to a program of yours, or a message in Slack.',
    fields: [
      url(
        'Where your program listens. It answers with 2xx once it has stored the events.',
        'https://hooks.example.com/goal',
      ),
      choice(
        'body',
        'Form',
        'Slack: one line for each event, for an incoming webhook of Slack and of programs that take the same.',
        {
          options: choicesOf({ standard: 'Events as JSON, signed', slack: 'Slack message' }),
        },
      ),
      number('batch', 'Events of a delivery', '1 to 500 at most; 100 unless you say otherwise.', { isRare }),
      headers('Up to ten of your own, a line each, as in «Authorization: Bearer …». They are kept sealed.'),
    ],
  },
  splunk: {
    what: 'The HTTP event collector of Splunk.',
    fields: [
      url('The collector, with its port.', 'https://splunk.example.com:8088'),
      secret('token', 'Token', 'Of the HTTP event collector: Settings, Data inputs. It is kept sealed.'),
      text('index', 'Index', 'Where Splunk keeps the events; that of the token unless you name one.', { isRare }),
      text('sourcetype', 'Source type', 'goal:event unless you say otherwise.', { isRare }),
      ca,
    ],
  },
  otlp: {
    what: 'Logs for an OpenTelemetry collector, and for products that take OTLP.',
    fields: [
      url('The collector’s OTLP address over HTTP; /v1/logs is added.', 'https://otel.example.com:4318'),
      headers('A line each, as in «Authorization: Bearer …». They are kept sealed.'),
      choice('encoding', 'Encoding', 'Protobuf is smaller; each collector takes it.', {
        options: choicesOf({ protobuf: 'Protobuf', json: 'JSON' }),
        isRare,
      }),
      ca,
    ],
  },
  s3: {
    what: 'A zipped file of JSON lines every few minutes, in a bucket of AWS or of an S3-compatible store.',
    fields: [
      text('bucket', 'Bucket', 'Its name.', { example: 'audit-archive' }),
      text('region', 'Region', 'us-east-1 unless you say otherwise.', { example: 'eu-central-1' }),
      text('access_key_id', 'Access key id', 'Of a user who may put objects into this bucket, and nothing else.'),
      secret('secret_access_key', 'Secret access key', 'It is kept sealed.'),
      number('minutes', 'Minutes between files', '1 to 60; 5 unless you say otherwise.'),
      text('prefix', 'Prefix', 'What the names of all files begin with.', { example: 'goal', isRare }),
      text('endpoint', 'Endpoint', 'The address of a store that is not AWS.', {
        example: 'https://s3.example.com',
        isRare,
      }),
      choice('path_style', 'The bucket stands', 'Stores of your own mostly want it in the path.', {
        options: choicesOf({ '': 'where the store usually has it', true: 'in the path', false: 'in the host name' }),
        isRare,
      }),
    ],
  },
  syslog: {
    what: 'Syslog over TLS (RFC 5425), as most SIEMs take it.',
    fields: [
      text('host', 'Host', 'Name or address of the receiver.', { example: 'syslog.example.com' }),
      number('port', 'Port', '6514 unless you say otherwise.'),
      choice('body', 'Form', 'CEF is what ArcSight and others read.', {
        options: choicesOf({ rfc5424: 'RFC 5424', cef: 'CEF' }),
      }),
      number(
        'max_bytes',
        'Longest message, in bytes',
        'What the receiver takes at most, 1024 to 1048576: longer texts are cut and end in «…». Empty: none is cut.',
        { isRare },
      ),
      ca,
      pem('client_cert', 'Our certificate', 'PEM, where the receiver asks for one.', { isRare }),
      pem('client_key', 'Key of our certificate', 'PEM. It is kept sealed.', { isRare }),
    ],
  },
  mail: { what: 'At most one mail in ten minutes, with up to 20 events and the number of the others.', fields: [] },
};
