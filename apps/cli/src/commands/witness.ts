import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { isIPv6, type AddressInfo } from 'node:net';

import { isWitnessUrl } from '@goal/core';
import { NotReadable, parsePolicy, signatureKinds, vkeyOf, type NoteKey, type NoteSigner } from '@goal/signed-log';
import { noteSigner, parsePrivateKey, sha256 } from '@goal/signed-log/node';
import { Command, InvalidArgumentError } from 'commander';

import { portOf } from '../port-of.ts';
import { Refusal } from '../refusal.ts';
import { say, tell } from '../terminal.ts';
import { refusalOf } from '../whole-file.ts';
import { WitnessFolder } from '../witness/witness-folder.ts';
import { witnessServer } from '../witness/witness-server.ts';
import { stopSignal } from '../with-core.ts';

type Options = { dir?: string; key: string; policy?: string; url?: string; host: string; port: number };

/** `goal witness`: cosigns checkpoints that go on from what it has seen (c2sp.org/tlog-witness). */
export function witnessCommand(): Command {
  return new Command('witness')
    .description(
      'watch that a log shows everybody one history; run it on another machine than the service, in other hands',
    )
    .requiredOption('--key <file>', 'the private key of the witness, as `goal log key new --name NAME` prints it')
    .option('--url <url>', 'the address at which services reach it, for the line that it prints', urlOf)
    .option('--policy <file>', 'the logs to watch: lines `log VKEY`, and `quorum none`; without it, it prints its line')
    .option('--dir <dir>', 'the folder in which it remembers what it has seen; made if it is missing')
    .option('--host <host>', 'the address on which it listens', '127.0.0.1')
    .option(
      '--port <port>',
      'the port on which it listens; 0 is any free one',
      (text) => (text === '0' ? 0 : portOf(text)),
      4100,
    )
    .addHelpText('after', help)
    .action(async ({ dir, key, policy, url, host, port }: Options) => {
      const signer = await signerOf(key);
      if (policy === undefined) return say(lineOf(signer, url ?? 'URL'));
      if (dir === undefined)
        throw new Refusal('--policy needs --dir, the folder in which it remembers what it has seen.');
      const stop = stopSignal();
      const logs = await logsOf(policy);
      const folder = await WitnessFolder.open(dir);
      try {
        for (const { name } of logs) folder.known(name);
        await serve({ signer, logs, folder, url, host, port, stop });
      } finally {
        folder.close();
      }
    });
}

const help = `
A service signs the state of its logs. Whoever holds its key and its database could still keep two histories and
show one to you and one to somebody else. A witness prevents that: it remembers the last state that it has seen of
each log, asks for a proof that the next one continues it, and only then adds its signature and the time. Whoever
checks a bundle with \`goal verify --policy\` demands these signatures.

It needs no database and knows nothing of the events: it sees sizes and hashes alone. It listens for the service at
POST /add-checkpoint. Put TLS in front of it if the service comes over a network that is not yours.

The folder is what the witness knows. Never run two with one folder, never put back an older copy of it, and never
let the operator of the service have it or the key.

How to begin:
  (umask 077; goal log key new --name witness.example.com > witness-key)
  goal witness --key witness-key --url https://witness.example.com
That prints its line, which the operator of the service puts into the file of LOG_WITNESSES, and those who rely on the
witness into their own policy. Then \`goal log status\` prints there the VKEY of the log of logs, which holds the states
of all logs of the service; that of a single log is among the \`vkeys\` of GET /account/log.
  printf 'log %s\\nquorum none\\n' 'VKEY' > logs
  goal witness --dir witness --key witness-key --policy logs
The service asks it within a minute.

It says what it cosigns. A line with ANOTHER HISTORY is what it is there for: keep it, and tell whoever relies on it.`;

type Serving = {
  signer: NoteSigner;
  logs: readonly NoteKey[];
  folder: WitnessFolder;
  url: string | undefined;
  host: string;
  port: number;
  stop: AbortSignal;
};

/** Serves until the user stops it. Throws a `Refusal` where it cannot listen. */
async function serve({ signer, logs, folder, url, host, port, stop }: Serving): Promise<void> {
  const server = witnessServer({ signer, logs, folder, tell });
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(`It cannot listen on ${host}, port ${port} (${error.code ?? error.message}).`);
  });
  // It listens on a port.
  const { port: taken } = server.address() as AddressInfo;
  tell(`Watching ${logs.length === 1 ? '1 log' : `${logs.length} logs`}. Press Ctrl-C to stop.`);
  say(lineOf(signer, url ?? `http://${isIPv6(host) ? `[${host}]` : host}:${taken}`));
  if (!stop.aborted) await once(stop, 'abort');
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  await closed;
}

/** Its line of a policy. */
const lineOf = (signer: NoteSigner, url: string): string =>
  `witness ${signer.name} ${vkeyOf(sha256, { ...signer, kind: signatureKinds.cosignature })} ${url}`;

function urlOf(text: string): string {
  if (!isWitnessUrl(text)) throw new InvalidArgumentError('It must be an http or https address.');
  return text;
}

async function signerOf(file: string): Promise<NoteSigner> {
  const key = parsePrivateKey(await readText(file));
  if (key === undefined) throw new Refusal(`${file}: this is no private key; goal log key new --name NAME prints one.`);
  return noteSigner(key.name, key.seed);
}

async function logsOf(file: string): Promise<readonly NoteKey[]> {
  try {
    const { logs } = parsePolicy(sha256, await readText(file));
    if (logs.length === 0) throw new Refusal(`${file}: it names no log.`);
    return logs;
  } catch (error) {
    throw error instanceof NotReadable ? new Refusal(`${file}: ${error.message}.`) : error;
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw refusalOf(error, file);
  }
}
