import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

import { visible } from '@goal/contract';
import { checkpointsIn, NotReadable, verdictWords, verifyBundle, type Verdict } from '@goal/signed-log';
import { runningSha256, sha256, verifySignature } from '@goal/signed-log/node';
import { Command, type ErrorOptions } from 'commander';

import { progress } from '../progress.ts';
import { isSentence, Refusal } from '../refusal.ts';
import { surroundings } from '../surroundings.ts';
import { say, sayJson, tell } from '../terminal.ts';
import { refusalOf } from '../whole-file.ts';

type Options = { vkey?: string[]; checkpoint?: string[]; policy?: string; json?: true };

const notVerified = 1;
const notReadable = 2;
/** The bytes of either end of a larger file that are searched: exports have checkpoints there. */
const searchedBytes = 1_048_576;

/** Exit code 1 is an answer about the log, so wrong usage has the code of what cannot be read. */
class VerifyCommand extends Command {
  override error(message: string, options?: ErrorOptions): never {
    return super.error(message, { ...options, exitCode: notReadable });
  }
}

/** `goal verify FILE`: checks a bundle of a signed log without service, network or database. */
export function verifyCommand(): Command {
  return new VerifyCommand('verify')
    .description('check that the log in a bundle is complete and unaltered; works offline, without the service')
    .argument('<file>', 'the bundle, as the page «Integrity» or GET /account/log/bundle gives it; - is standard input')
    .option('--vkey <vkey>', 'a public key that you trust; may be given several times', collected)
    .option('--checkpoint <file>', 'a file with an older checkpoint; may be given several times', collected)
    .option('--policy <file>', 'the witnesses that must have signed (c2sp.org/tlog-policy)')
    .option('--json', 'print the whole verdict as one JSON object')
    .addHelpText('after', help)
    .action(async (file: string, options: Options) => {
      try {
        const verdict = await verdictOf(file, options);
        if (options.json) sayJson(verdict);
        else say(pageOf(verdict, options));
        if (!verdict.verified) surroundings().exitCode = notVerified;
      } catch (error) {
        const isKnown = isSentence(error) || error instanceof NotReadable;
        tell(error instanceof Error ? (isKnown ? error.message : (error.stack ?? error.message)) : String(error));
        surroundings().exitCode = notReadable;
      }
    });
}

const help = `
What is checked: that every event is the one that was logged; that none is missing, but those that retention,
redaction or a deletion took, which the log itself records and which are held against its own rules; that nothing
was put in later; and that the log was signed.

The answer stands in the first line. Below it stands what you need to judge it: who signed, how many events are
gone and why, and every time at which a rule became less strict.

Two things make the check strong, and both come from somebody else than the sender of the file:
  the public key (--vkey)        from the contract, an earlier mail, or {base_url}/log-keys
  an older checkpoint            a few lines of text that you, your auditor or a witness kept. It may be the text
  (--checkpoint)                 itself, a mail with it, a file of an export or a stream, or an older bundle

Exit code 0: verified. 1: not verified; the first line says where and why. 2: the file or an option cannot be read.

Examples:
  goal verify bundle.ndjson
  goal verify bundle.ndjson --checkpoint march.txt --vkey 'goal.example/log/…+fa7b0bb0+AepK…'`;

/** A verdict on one page: the answer, a table, and what no check shows. */
function pageOf(verdict: Verdict, { policy }: Options): string {
  const { answer, rows, limits } = verdictWords(verdict, {
    isPolicyGiven: policy !== undefined,
    howToGiveKey: 'with --vkey',
    howToGiveCheckpoint: 'with --checkpoint',
  });
  const table = rows.flatMap(([label, lines]) =>
    lines.map((line, at) => `${(at === 0 ? label : '').padEnd(12)} ${line}`),
  );
  // A bundle brings names of its own, and none of them begins a line.
  return [answer, '', ...table, '', ...limits].map(visible).join('\n');
}

const collected = (value: string, before: string[] = []): string[] => [...before, value];

async function verdictOf(file: string, { vkey = [], checkpoint = [], policy }: Options): Promise<Verdict> {
  const checkpoints = await Promise.all(checkpoint.map(checkpointsOf));
  const onProgress = progress();
  try {
    return await verifyBundle(file === '-' ? process.stdin : createReadStream(file), {
      crypto: { sha256, runningSha256, verifySignature },
      vkeys: vkey,
      checkpoints: checkpoints.flat(),
      policy: policy === undefined ? undefined : await readText(policy),
      onProgress: (bytes) => onProgress('read', bytes),
    });
  } catch (error) {
    throw refusalOf(error, file);
  }
}

async function checkpointsOf(file: string): Promise<string[]> {
  const found = checkpointsIn(await readEnds(file));
  if (found.length === 0) throw new Refusal(`${file}: no checkpoint is in it.`);
  return found;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw refusalOf(error, file);
  }
}

/** A text as editors save it: PowerShell writes UTF-16 behind `>`. */
const decoded = (bytes: Buffer): string =>
  new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);

/** The whole of a small file, and the two ends of a large one. */
async function readEnds(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size <= 2 * searchedBytes) return decoded(await readFile(file));
    const ends = [
      { start: 0, end: searchedBytes - 1 },
      { start: size - searchedBytes, end: size - 1 },
    ];
    return (await Promise.all(ends.map((part) => text(createReadStream(file, part))))).join('\n');
  } catch (error) {
    throw refusalOf(error, file);
  }
}
