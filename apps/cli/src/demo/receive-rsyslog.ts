import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { Refusal } from '../refusal.ts';
import { loopback, portInUse, type Arrived, type DemoReceiver, type Told } from './receiver-parts.ts';

const run = promisify(execFile);
const startLimitMs = 15_000;
const lookMs = 200;
const program = '/usr/sbin/rsyslogd';
const install = 'sudo apt-get install -y rsyslog rsyslog-gnutls openssl';

/**
 * Starts Debian's rsyslog, which receives over TLS with a certificate of this run and writes to a
 * file. Its lines are shown as it writes them. Throws a `Refusal` if a program is missing.
 */
export async function openRsyslog(port: number, told: Told): Promise<DemoReceiver> {
  if (await isOpen(port)) throw portInUse(port);
  const folder = await mkdtemp(path.join(tmpdir(), 'goal-rsyslog-'));
  try {
    return await startIn(folder, port, told);
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}

async function startIn(folder: string, port: number, { show, tell }: Told): Promise<DemoReceiver> {
  const file = (name: string): string => path.join(folder, name);
  const ca = await makeCertificate(file);
  await writeFile(file('conf'), settings(file, port));
  await writeFile(file('messages'), '');
  const child = spawn(program, ['-n', '-f', file('conf'), '-i', file('pid')], { stdio: 'ignore' });
  let isOver = false;
  const ended = Promise.race([once(child, 'exit'), once(child, 'error')]).then(() => (isOver = true));
  const limit = Date.now() + startLimitMs;
  while (!(await isOpen(port))) {
    if (isOver || Date.now() > limit) {
      child.kill('SIGKILL');
      throw new Refusal(`rsyslog with TLS did not start here. This installs it: ${install}`);
    }
    await sleep(lookMs);
  }
  let isClosing = false;
  const shown = follow(file('messages'), () => isClosing || isOver, show);
  void ended.then(() => isClosing || tell('rsyslog has ended.'));
  return {
    sink: { type: 'syslog', host: loopback, port, ca },
    says: `rsyslog on ${loopback}:${port}, over TLS.`,
    close: async () => {
      isClosing = true;
      child.kill();
      await Promise.all([ended, shown]);
      await rm(folder, { recursive: true });
    },
  };
}

/** Makes a key and a certificate for 127.0.0.1. Resolves to the certificate. */
async function makeCertificate(file: (name: string) => string): Promise<string> {
  const names = ['-subj', '/CN=Goal demo', '-addext', `subjectAltName=IP:${loopback}`, '-days', '30'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await run('openssl', ['req', ...kind, ...names, '-keyout', file('key.pem'), '-out', file('cert.pem')]).catch(
    (cause: unknown) => {
      throw new Refusal(`openssl made no certificate. This installs it: ${install}`, { cause });
    },
  );
  return readFile(file('cert.pem'), 'utf8');
}

/** The settings of rsyslog, with a line of JSON for each message. */
function settings(file: (name: string) => string, port: number): string {
  return `
global(workDirectory="${path.dirname(file('conf'))}" maxMessageSize="64k"
  defaultNetstreamDriver="gtls" defaultNetstreamDriverCAFile="${file('cert.pem')}"
  defaultNetstreamDriverCertFile="${file('cert.pem')}" defaultNetstreamDriverKeyFile="${file('key.pem')}"
  parser.escapeControlCharactersOnReceive="off" parser.dropTrailingLFOnReception="off")
# A message is in the file before the next one is read.
main_queue(queue.type="Direct")
module(load="imtcp" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="anon")
template(name="json" type="string" string="{%rawmsg:::jsonf%}\\n")
ruleset(name="goal") { action(type="omfile" file="${file('messages')}" template="json") }
input(type="imtcp" address="${loopback}" port="${port}" ruleset="goal")
`;
}

/** Shows the messages of a file as they are written, until `isEnd` says so. */
async function follow(name: string, isEnd: () => boolean, show: (event: Arrived) => void): Promise<void> {
  let at = 0;
  for (let isLast = false; !isLast; await sleep(lookMs)) {
    isLast = isEnd();
    const bytes = await buffer(createReadStream(name, { start: at }));
    // What follows the last line is being written.
    const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
    at += whole.byteLength;
    const lines = whole.toString().split('\n').filter(Boolean);
    for (const line of lines) {
      const event = readMessage((JSON.parse(line) as { rawmsg: string }).rawmsg); // as the template writes it
      if (event) show(event);
    }
  }
}

/** Reads a message of RFC 5424 as `@goal/sinks` writes it; undefined for another one. */
export function readMessage(message: string): Arrived | undefined {
  const [, at = '', domain = '', data = '', said = ''] =
    /^<\d+>1 (\S+) (\S+) goal - \S+ \[goal@\d+((?: \w+="(?:\\.|[^"\\])*")*)\] \uFEFF(.*)$/s.exec(message) ?? [];
  const value = (name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(data)?.[1];
  const [id, severity] = [value('id'), value('severity')];
  if (id === undefined || severity === undefined) return undefined;
  return { id: Number(id), at, severity, domain, message: said };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, loopback);
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  return isConnected;
}
