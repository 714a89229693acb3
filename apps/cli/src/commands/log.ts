import {
  countLogs,
  describeLogOfLogs,
  formerKeySignsUntil,
  listLogKeys,
  LogSizes,
  renewLogs,
  rotateLogKey,
  SameLogKeyError,
  type Actor,
  type Core,
} from '@goal/core';
import { signatureKinds, vkeyOf } from '@goal/signed-log';
import { newPrivateKey, noteSigner, parsePrivateKey, sha256 } from '@goal/signed-log/node';
import { Command, InvalidArgumentError } from 'commander';

import { Refusal } from '../refusal.ts';
import { say, sayJson, tell } from '../terminal.ts';
import { withCore } from '../with-core.ts';

const actor: Actor = { kind: 'cli', name: 'goal log' };
type Json = { json?: true };

/** `goal log status|key|renew`: the signed logs and the keys that sign them (rulings §16.11). */
export function logCommand(): Command {
  return new Command('log')
    .description('show the signed logs, and manage the keys that sign them')
    .addCommand(status())
    .addCommand(key())
    .addCommand(renew());
}

function status(): Command {
  return new Command('status')
    .description('show how many logs there are, how far they are behind, and who keeps the key')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  goal log status')
    .action(async ({ json }: Json) => {
      const { counts, problem, formerUntil, ofLogs } = await withCore(async ({ core }) => {
        const found = await countLogs(core.db.work);
        const { witnesses } = core.events.log;
        return {
          counts: found,
          // Looking must not make the first key: that is for a server, with its own LOG_KEY.
          problem: found.key_kept === null ? null : await keyProblem(core),
          formerUntil: await formerKeySignsUntil(core.db.work, { hasWitnesses: witnesses !== undefined }),
          ofLogs: await describeLogOfLogs(core.db.work, witnesses),
        };
      });
      if (json)
        return sayJson({
          ...counts,
          key_problem: problem,
          former_key_until: formerUntil,
          ...(ofLogs === undefined ? {} : { log_of_logs: ofLogs }),
        });
      const { logs, behind_seconds: behind, mismatches, key_kept: kept } = counts;
      say(`${logs} logs, ${behind === 0 ? 'all sealed' : `${behind} s behind`}.`);
      say(kept === null ? 'No key yet: the first server makes one.' : `The key is in the ${kept}.`);
      if (formerUntil !== null) say(`A former key signs beside it until ${formerUntil}: until then LOG_KEY keeps it.`);
      if (problem !== null) say(`With these settings nothing is signed: ${problem}.`);
      if (mismatches > 0) say(`${mismatches} leaves do not match what is stored: see docs/operations.md.`);
      if (ofLogs === undefined)
        say('There is no log of logs: it begins once LOG_WITNESSES names a witness, whose line goal witness prints.');
      else for (const line of linesOf(ofLogs)) say(line);
    });
}

/** The log of logs, with the key that the policy of a witness names, and its witnesses. */
function linesOf({ log, witnesses }: NonNullable<Awaited<ReturnType<typeof describeLogOfLogs>>>): string[] {
  const begun =
    log === null
      ? ['The log of logs is yet to begin: a server begins it within a minute.']
      : [`The log of logs is ${log.origin}, with ${log.size} entries. Witnesses know it by:`, ...log.vkeys];
  return [
    ...begun,
    ...witnesses.map(({ name, size, cosigned_at: at, failing_since: since, failure }) => {
      const cosigned = at === null ? 'cosigned nothing yet' : `cosigned ${size} entries at ${at}`;
      return `${name} ${cosigned}${since === null ? '.' : `, and has not answered as it must since ${since}: ${failure ?? ''}.`}`;
    }),
  ];
}

/** Why a process with the settings of this command may not sign; null: it may. */
async function keyProblem({ events }: Core): Promise<string | null> {
  try {
    await events.log.keys();
    return null;
  } catch (error) {
    if (error instanceof Error && error.name === 'LogKeyError') return error.message;
    throw error;
  }
}

function key(): Command {
  return new Command('key')
    .description('show, make or exchange the keys that sign the logs')
    .addCommand(showKeys())
    .addCommand(newKey())
    .addCommand(rotateKey());
}

function showKeys(): Command {
  return new Command('show')
    .description('print the public keys of all times, the oldest first: those of GET /log-keys')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  goal log key show')
    .action(async ({ json }: Json) => {
      const shown = await withCore(({ core }) => listLogKeys(core));
      if (json) return sayJson(shown);
      if (shown.keys.length === 0) say('No key yet: the first server makes one.');
      for (const { public: publicKey, from, until } of shown.keys)
        say(`${publicKey}  since ${from}${until === null ? '' : `, signs until ${until}`}`);
    });
}

function newKey(): Command {
  return new Command('new')
    .description('print a new private key for LOG_KEY, or for a witness; it is stored nowhere')
    .option('--name <name>', 'the name of the witness whose key it is', nameOf)
    .addHelpText(
      'after',
      '\nExample:\n  (umask 077; goal log key new > /etc/goal/log-key)\nThen name the file in LOG_KEY of every process, and run: goal log key rotate\n\nFor a witness:\n  (umask 077; goal log key new --name witness.example.com > witness-key)\n  goal witness --key witness-key --url https://witness.example.com',
    )
    .action(({ name }: { name?: string }) => {
      const key = newPrivateKey(name ?? 'goal');
      say(key);
      // The key goes into a file, and what is public is for the eyes of whoever made it.
      tell(publicLine(key, name));
    });
}

/** The public half of a private key: the start of a witness's line, or the line of /log-keys. */
function publicLine(key: string, witness: string | undefined): string {
  const signer = noteSigner(witness ?? 'goal', parsePrivateKey(key)?.seed ?? new Uint8Array());
  return witness === undefined
    ? `Its public key, as goal log key show prints it: ${Buffer.from(signer.publicKey).toString('base64')}`
    : `witness ${witness} ${vkeyOf(sha256, { ...signer, kind: signatureKinds.cosignature })}`;
}

function nameOf(text: string): string {
  if (!/^[^\s+]{1,200}$/.test(text)) throw new InvalidArgumentError('It must have no blank and no plus sign.');
  return text;
}

function rotateKey(): Command {
  return new Command('rotate')
    .description('make the first key of LOG_KEY, or without it a new one in the database, the one that signs')
    .option('--lost', 'the former key cannot sign any more: another log begins for each account')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nFor 30 days both keys sign, so that whoever trusts the former one learns the new one from the logs.\n\nExamples:\n  LOG_KEY=/etc/goal/log-key goal log key rotate\n  goal log key rotate --lost',
    )
    .action(async ({ lost: isLost = false, json }: Json & { lost?: boolean }) => {
      const rotated = await withCore(({ core, env }) =>
        rotateLogKey(core, actor, { seed: env.signedLog.seeds?.[0], isLost }),
      ).catch((error: unknown) => {
        if (!(error instanceof SameLogKeyError)) throw error;
        throw new Refusal('This key signs the logs already, or did so before: put a new one in front in LOG_KEY.');
      });
      if (json) return sayJson(rotated);
      say(`${rotated.public} signs the logs from now on; each server knows it within seconds.`);
      if (rotated.former_until !== null) say(`The former key signs beside it until ${rotated.former_until}.`);
    });
}

function renew(): Command {
  return new Command('renew')
    .description('after the data was put back by hand: begin another log where a larger one was signed before')
    .option('--json', 'print one JSON object: {"renewed": 3}')
    .addHelpText(
      'after',
      '\nRun it on the machine whose DATA_DIR has the file log-sizes.\n\nExample:\n  goal log renew',
    )
    .action(async ({ json }: Json) => {
      const renewed = await withCore(({ core, env }) => {
        const sizes = new LogSizes(env.dataDir);
        return renewLogs(core, actor, (origin, size) => sizes.wasSigned(origin, size));
      });
      if (json) return sayJson({ renewed });
      say(
        renewed === 0
          ? 'No log was longer before: nothing is to be done.'
          : `${renewed} logs begin again with their next event.`,
      );
    });
}
