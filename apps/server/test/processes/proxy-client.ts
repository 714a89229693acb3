import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request, type RequestOptions } from 'node:https';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { waitLimitMs } from '@goal/db/testing';
import { z } from 'zod';

import { hosts, type Certificates, type Ports } from './web-proxies.ts';

// A client of a proxy of web-proxies.ts: its requests, and the samples of documents.

const command = fileURLToPath(new URL('../../../cli/dist/bundle/main.js', import.meta.url));

export type Host = keyof typeof hosts;
export type ProxyAnswer = { status: number; headers: Record<string, unknown>; text: string };
type Ask = { method?: string; headers?: Record<string, string>; body?: string; from?: string };
type Way = { ports: Ports; certificates: Certificates };

/** The origin that the proxy gives a part of the service. */
export const publicUrlOf = (host: Host, ports: Ports): string => `https://${hosts[host]}:${ports.proxy}`;

/** A request through the proxy, from an address of this machine. */
export function askThrough(
  { ports, certificates }: Way,
  host: Host,
  to: string,
  { method = 'GET', headers = {}, body, from }: Ask = {},
): Promise<ProxyAnswer> {
  const options: RequestOptions = {
    host: '127.0.0.1',
    port: ports.proxy,
    path: to,
    method,
    agent: false,
    servername: hosts[host],
    ca: certificates.ca,
    timeout: waitLimitMs,
    ...(from === undefined ? {} : { localAddress: from }),
    headers: {
      host: `${hosts[host]}:${ports.proxy}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
  };
  return new Promise((resolve, reject) => {
    const asked = request(options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Runs a sample in a folder of its own, whose curl reads `limits` too. */
export function runSample(
  { ports, certificates }: Way,
  sample: string,
  env: Record<string, string>,
  limits = '',
): { folder: string; output: Promise<string> } {
  const folder = path.join(certificates.base, randomUUID());
  mkdirSync(folder);
  const resolve = Object.values(hosts).map((host) => `resolve = "${host}:${ports.proxy}:127.0.0.1"`);
  writeFileSync(
    path.join(folder, '.curlrc'),
    [...resolve, `cacert = "${certificates.base}/ca.pem"`, limits].join('\n'),
  );
  const goal = `npm() { node '${command}' "\${@:5}"; }`;
  const script = `${goal}\n${sample}`;
  const output = new Promise<string>((done) => {
    const all = { PATH: process.env['PATH'], DATA_DIR: folder, CURL_HOME: folder, ...env };
    execFile('bash', ['--norc', '-c', script], { cwd: folder, env: all, timeout: waitLimitMs }, (_, stdout, stderr) =>
      done(stdout + stderr),
    );
  });
  return { folder, output };
}

/** The cookie that an answer sets, as a request gives it back. */
export const cookieOf = ({ headers }: ProxyAnswer): string =>
  z.array(z.string()).parse(headers['set-cookie'])[0]?.split(';')[0] ?? '';

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
