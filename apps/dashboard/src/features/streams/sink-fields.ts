import type { SinkType } from '@goal/contract';

export type SinkField = {
  name: string;
  label: string;
  help: string;
  kind: 'text' | 'number' | 'secret' | 'pem' | 'headers' | 'choice';
  example?: string;
  options?: readonly { value: string; label: string }[];
  /** Stands behind «More settings». */
  isRare?: boolean;
};

const url = (help: string, example: string): SinkField => ({
  name: 'url',
  label: 'Address',
  help,
  kind: 'text',
  example,
});
const ca: SinkField = {
  name: 'ca',
  label: 'Certificate authority',
  help: 'PEM of the authority that signed the receiver’s certificate, where it is one of your own.',
  kind: 'pem',
  isRare: true,
};
const headers = (help: string): SinkField => ({
  name: 'headers',
  label: 'Headers',
  help,
  kind: 'headers',
  isRare: true,
});

/** What each type is, and its fields in the order of the form. Mail has its own. */
export const sinks: Readonly<Record<SinkType, { what: string; fields: readonly SinkField[] }>> = {
  webhook: {
    what: 'A signed POST to a program of yours, or a message in Slack.',
    fields: [
      url(
        'Where your program listens. It answers with 2xx once it has stored the events.',
        'https://hooks.example.com/goal',
      ),
      {
        name: 'body',
        label: 'Form',
        help: 'Slack: one line for each event, for an incoming webhook of Slack and of programs that take the same.',
        kind: 'choice',
        options: [
          { value: 'standard', label: 'Events as JSON, signed' },
          { value: 'slack', label: 'Slack message' },
        ],
      },
      {
        name: 'batch',
        label: 'Events of a delivery',
        help: '1 to 500 at most; 100 unless you say otherwise.',
        kind: 'number',
        isRare: true,
      },
      headers('Up to ten of your own, a line each, as in «Authorization: Bearer …». They are kept sealed.'),
    ],
  },
  splunk: {
    what: 'The HTTP event collector of Splunk.',
    fields: [
      url('The collector, with its port.', 'https://splunk.example.com:8088'),
      {
        name: 'token',
        label: 'Token',
        help: 'Of the HTTP event collector: Settings, Data inputs. It is kept sealed.',
        kind: 'secret',
      },
      {
        name: 'index',
        label: 'Index',
        help: 'Where Splunk keeps the events; that of the token unless you name one.',
        kind: 'text',
        isRare: true,
      },
      {
        name: 'sourcetype',
        label: 'Source type',
        help: 'goal:event unless you say otherwise.',
        kind: 'text',
        isRare: true,
      },
      ca,
    ],
  },
  otlp: {
    what: 'Logs for an OpenTelemetry collector, and for products that take OTLP.',
    fields: [
      url('The collector’s OTLP address over HTTP; /v1/logs is added.', 'https://otel.example.com:4318'),
      headers('A line each, as in «Authorization: Bearer …». They are kept sealed.'),
      {
        name: 'encoding',
        label: 'Encoding',
        help: 'Protobuf is smaller; each collector takes it.',
        kind: 'choice',
        options: [
          { value: 'protobuf', label: 'Protobuf' },
          { value: 'json', label: 'JSON' },
        ],
        isRare: true,
      },
      ca,
    ],
  },
  s3: {
    what: 'A zipped file of JSON lines every few minutes, in a bucket of AWS or of an S3-compatible store.',
    fields: [
      { name: 'bucket', label: 'Bucket', help: 'Its name.', kind: 'text', example: 'audit-archive' },
      {
        name: 'region',
        label: 'Region',
        help: 'us-east-1 unless you say otherwise.',
        kind: 'text',
        example: 'eu-central-1',
      },
      {
        name: 'access_key_id',
        label: 'Access key id',
        help: 'Of a user who may put objects into this bucket, and nothing else.',
        kind: 'text',
      },
      { name: 'secret_access_key', label: 'Secret access key', help: 'It is kept sealed.', kind: 'secret' },
      { name: 'minutes', label: 'Minutes between files', help: '1 to 60; 5 unless you say otherwise.', kind: 'number' },
      {
        name: 'prefix',
        label: 'Prefix',
        help: 'What the names of all files begin with.',
        kind: 'text',
        example: 'goal',
        isRare: true,
      },
      {
        name: 'endpoint',
        label: 'Endpoint',
        help: 'The address of a store that is not AWS.',
        kind: 'text',
        example: 'https://s3.example.com',
        isRare: true,
      },
      {
        name: 'path_style',
        label: 'The bucket stands',
        help: 'Stores of your own mostly want it in the path.',
        kind: 'choice',
        options: [
          { value: '', label: 'where the store usually has it' },
          { value: 'true', label: 'in the path' },
          { value: 'false', label: 'in the host name' },
        ],
        isRare: true,
      },
    ],
  },
  syslog: {
    what: 'Syslog over TLS (RFC 5425), as most SIEMs take it.',
    fields: [
      {
        name: 'host',
        label: 'Host',
        help: 'Name or address of the receiver.',
        kind: 'text',
        example: 'syslog.example.com',
      },
      { name: 'port', label: 'Port', help: '6514 unless you say otherwise.', kind: 'number' },
      {
        name: 'body',
        label: 'Form',
        help: 'CEF is what ArcSight and others read.',
        kind: 'choice',
        options: [
          { value: 'rfc5424', label: 'RFC 5424' },
          { value: 'cef', label: 'CEF' },
        ],
      },
      {
        name: 'max_bytes',
        label: 'Longest message, in bytes',
        help: 'What the receiver takes at most, 1024 to 1048576: longer texts are cut and end in «…». Empty: none is cut.',
        kind: 'number',
        isRare: true,
      },
      ca,
      {
        name: 'client_cert',
        label: 'Our certificate',
        help: 'PEM, where the receiver asks for one.',
        kind: 'pem',
        isRare: true,
      },
      {
        name: 'client_key',
        label: 'Key of our certificate',
        help: 'PEM. It is kept sealed.',
        kind: 'pem',
        isRare: true,
      },
    ],
  },
  mail: { what: 'At most one mail in ten minutes, with up to 20 events and the number of the others.', fields: [] },
};
