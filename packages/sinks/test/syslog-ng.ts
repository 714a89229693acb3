import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Certificate } from './certificates.ts';
import { freePort, isOpen, settingsOf } from './guide-settings.ts';

/** A message as the settings of the guide write it. */
export type WrittenMessage = {
  MESSAGE?: string;
  HOST: string;
  DATE: string;
  PROGRAM: string;
  _SDATA?: Record<string, Record<string, string>>;
};
/** Debian's syslog-ng, which receives over TLS as the guide says. */
export type SyslogNg = { port: number; messages: () => WrittenMessage[]; stop: () => Promise<void> };

/**
 * Starts syslog-ng, which ends the connection on a message that is longer than `maxBytes`. Debian's
 * package cannot be installed beside that of rsyslog, so it is unpacked into a folder.
 */
export async function startSyslogNg(certificate: Certificate, maxBytes: number): Promise<SyslogNg> {
  const folder = mkdtempSync(path.join(tmpdir(), 'goal-syslog-ng-'));
  const file = (name: string): string => path.join(folder, name);
  const sure = (program: string, args: string[]): void => {
    const { status, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  };
  sure('apt-get', ['download', '-q', 'syslog-ng-core']);
  sure('dpkg', ['-x', readdirSync(folder).find((name) => name.endsWith('.deb')) ?? '', 'root']);
  const port = await freePort();
  writeFileSync(file('cert.pem'), certificate.cert);
  writeFileSync(file('key.pem'), certificate.key);
  writeFileSync(file('goal.json'), '');
  const settings = settingsOf('syslog-ng')
    .replaceAll('/etc/syslog-ng/goal/', `${folder}/`)
    .replace('/var/log/goal.json', file('goal.json'))
    .replace('ip("0.0.0.0") port(6514)', `ip("127.0.0.1") port(${port})`)
    .replace('log-msg-size(65536)', `log-msg-size(${maxBytes})`);
  writeFileSync(file('conf'), settings);
  const libraries = file('root/usr/lib/syslog-ng');
  const modules = readdirSync(libraries).find((name) => /^\d+\.\d+$/.test(name)) ?? '';
  const places = ['-f', file('conf'), '-R', file('persist'), '-p', file('pid'), '-c', file('control')];
  const child = spawn(
    file('root/usr/sbin/syslog-ng'),
    ['-F', '-e', '--no-caps', `--module-path=${path.join(libraries, modules)}`, ...places],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { LD_LIBRARY_PATH: libraries } },
  );
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`syslog-ng ended: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    port,
    messages: () =>
      readFileSync(file('goal.json'), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as WrittenMessage),
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
