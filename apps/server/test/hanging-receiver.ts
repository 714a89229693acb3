import http from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import tls from 'node:tls';
import { gunzipSync } from 'node:zlib';

import { makeAuthority } from '../../../packages/sinks/test/certificates.ts';

export type HangingKind = 'webhook' | 'splunk' | 'otlp' | 's3' | 'syslog';

type Got = { id: number; message: string };

/** A receiver that hangs up on some events, without an answer. */
export type HangingReceiver = {
  sink: Record<string, unknown>;
  /** The ids of the events that it took, as they came, without those of tests. */
  taken: number[];
  /** How often a made-up event came. */
  tests: number;
  /** The connections on which something came. */
  connections: number;
  /** Whether it hangs up on a message; to be replaced. */
  hangsUpOn: (message: string) => boolean;
  close: () => Promise<void>;
};

const authority = makeAuthority();
const certificate = authority.issue({ name: 'localhost', addresses: ['127.0.0.1'] });

/** What an event is in a body of each kind. */
const readers: Record<Exclude<HangingKind, 'syslog'>, (body: string) => Got[]> = {
  webhook: (body) => (JSON.parse(body) as { data: { events: Got[] } }).data.events,
  splunk: (body) => body.split('\n').map((line) => (JSON.parse(line) as { event: Got }).event),
  s3: (body) =>
    body
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Got),
  otlp: (body) => {
    type Record_ = { body: { stringValue: string }; attributes: { value: { stringValue: string } }[] };
    const request = JSON.parse(body) as { resourceLogs: { scopeLogs: { logRecords: Record_[] }[] }[] };
    return request.resourceLogs.flatMap(({ scopeLogs }) =>
      scopeLogs.flatMap(({ logRecords }) =>
        logRecords.map((record) => ({
          id: Number(record.attributes[0]?.value.stringValue),
          message: record.body.stringValue,
        })),
      ),
    );
  },
};

/** Takes an event, or says that it hangs up on it. */
function take(receiver: HangingReceiver, { id, message }: Got): boolean {
  if (receiver.hangsUpOn(message)) return false;
  if (id === 0) receiver.tests += 1;
  else receiver.taken.push(id);
  return true;
}

function overHttp(kind: Exclude<HangingKind, 'syslog'>, receiver: HangingReceiver): Server {
  return http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      receiver.connections += 1;
      const sent = Buffer.concat(parts);
      const body = (sent[0] === 0x1f ? gunzipSync(sent) : sent).toString();
      const events = readers[kind](body);
      // It takes a request as a whole, or nothing of it.
      if (events.some(({ message }) => receiver.hangsUpOn(message))) request.socket.destroy();
      else {
        for (const event of events) take(receiver, event);
        response.end();
      }
    });
  });
}

/** It reads message by message, as syslog-ng does, and ends at one that it cannot read. */
function overTls(receiver: HangingReceiver): Server {
  return tls.createServer(certificate, (socket) => {
    socket.on('error', () => undefined);
    let rest = Buffer.alloc(0);
    socket.once('data', () => (receiver.connections += 1));
    socket.on('data', (part: Buffer) => {
      rest = Buffer.concat([rest, part]);
      for (;;) {
        const blank = rest.indexOf(' ');
        const end = blank + 1 + Number(rest.subarray(0, Math.max(blank, 0)).toString());
        if (blank < 0 || rest.byteLength < end) return;
        const frame = rest.subarray(blank + 1, end).toString();
        rest = rest.subarray(end);
        const id = Number(/ id="(\d+)"/.exec(frame)?.[1]);
        if (!take(receiver, { id, message: frame.slice(frame.indexOf('\uFEFF') + 1) })) return void socket.destroy();
      }
    });
  });
}

export async function openHangingReceiver(kind: HangingKind): Promise<HangingReceiver> {
  const receiver: HangingReceiver = {
    sink: {},
    taken: [],
    tests: 0,
    connections: 0,
    hangsUpOn: () => false,
    close: () => Promise.resolve(),
  };
  const server = kind === 'syslog' ? overTls(receiver) : overHttp(kind, receiver);
  const open = new Set<{ destroy: () => unknown }>();
  server.on('connection', (socket) => open.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens has one
  const url = `http://127.0.0.1:${port}`;
  const keys = { access_key_id: 'a', secret_access_key: 'b' };
  const sinks: Record<HangingKind, Record<string, unknown>> = {
    webhook: { url, batch: 500 },
    splunk: { url, token: 'a-token' },
    otlp: { url, encoding: 'json' },
    s3: { endpoint: url, bucket: 'archive', minutes: 1, ...keys },
    syslog: { host: 'localhost', port, ca: authority.cert },
  };
  receiver.sink = { type: kind, ...sinks[kind] };
  receiver.close = async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return receiver;
}
