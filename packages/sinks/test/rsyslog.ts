import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Certificate } from './certificates.ts';
import { freePort, isOpen, settingsOf } from './guide-settings.ts';

/** Debian's rsyslog, which receives over TLS and writes each message as a line of JSON. */
export type Rsyslog = {
  port: number;
  /** The messages that it has written, in their order. */
  messages: () => string[];
  /** Kills it (SIGKILL) and waits for its end. */
  kill: () => Promise<void>;
  /** Starts it again after `kill`, with the same file. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

const program = '/usr/sbin/rsyslogd';

/** Starts rsyslog with its driver gtls, which must be installed. */
export async function startRsyslog(certificate: Certificate, ca: string): Promise<Rsyslog> {
  if (!existsSync(program))
    throw new Error('rsyslog is missing; this installs it: sudo apt-get install -y rsyslog rsyslog-gnutls');
  const folder = mkdtempSync(path.join(tmpdir(), 'goal-rsyslog-'));
  const file = (name: string): string => `${folder}/${name}`;
  const port = await freePort();
  writeFileSync(file('ca.pem'), ca);
  writeFileSync(file('cert.pem'), certificate.cert);
  writeFileSync(file('key.pem'), certificate.key);
  writeFileSync(file('conf'), settings(file, port));
  let child: ChildProcess;
  const restart = async (): Promise<void> => {
    child = spawn(program, ['-n', '-f', file('conf'), '-i', file('pid')], { stdio: 'ignore' });
    const started = child;
    while (!(await isOpen(port))) {
      if (started.exitCode !== null) throw new Error(`rsyslog ended: ${readFileSync(file('own.log'), 'utf8')}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    rmSync(file('pid'), { force: true });
  };
  await restart();
  return {
    port,
    messages: () =>
      readFileSync(file('out'), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .flatMap(readLine),
    kill,
    restart,
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A line that a kill has cut is none; its message was not confirmed, so it comes again. */
function readLine(line: string): string[] {
  try {
    const { rawmsg } = JSON.parse(line) as { rawmsg: string }; // as the template writes it
    return [rawmsg];
  } catch {
    return [];
  }
}

/** The settings that the guide shows, with files and a port of this run. */
function settings(file: (name: string) => string, port: number): string {
  const own = settingsOf('rsyslog')
    .replaceAll('/etc/rsyslog.d/goal/', file(''))
    .replace('/var/log/goal.json', file('out'))
    .replace('port="6514"', `address="127.0.0.1" port="${port}"`);
  return `global(workDirectory="${path.dirname(file('a'))}")\n${own}\naction(type="omfile" file="${file('own.log')}")\n`;
}
