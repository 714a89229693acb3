import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';

import { isUuid } from '@goal/contract';
import { listRedacted, type RedactedEvent } from '@goal/core';
import { Command } from 'commander';

import { Refusal } from '../refusal.ts';
import { say, sayJson, tell } from '../terminal.ts';
import { refusalOf, writeWhole } from '../whole-file.ts';
import { refuseWhenStopped, withCore } from '../with-core.ts';

/** `goal redactions export` (rulings §13.3): what was redacted, for restoring an older backup. */
export function redactionsCommand(): Command {
  return new Command('redactions')
    .description('what was erased from events, so that a restored backup does not bring it back')
    .addCommand(exportCommand());
}

/** The version of the form of the file. */
const formVersion = 1;

function exportCommand(): Command {
  return new Command('export')
    .description('write a file of every redacted event: its id, its time and its site, and no text')
    .argument('<file>', 'the file to write; an existing one is replaced once it is complete. - is standard output')
    .option('--json', 'print one JSON object: {"file", "redactions"}')
    .addHelpText(
      'after',
      `
A backup from before a redaction still has the text. Write this file as often as you back up, keep it apart from
the backups, and give it to the restore:
  goal redactions export /backups/goal.redactions
  goal restore --redactions /backups/goal.redactions /backups/goal.backup`,
    )
    .action(async (file: string, { json }: { json?: true }) => {
      const isPiped = file === '-';
      if (isPiped && json) throw new Refusal('The list goes to standard output: leave out --json.');
      const target = path.resolve(file);
      const count = await withCore(async ({ core, signal }) => {
        let redactions = 0;
        async function* bytes(): AsyncGenerator<Buffer> {
          yield line({ goal_redactions: formVersion, written_at: new Date().toISOString() });
          for await (const one of listRedacted(core)) {
            redactions += 1;
            yield line(one);
          }
          yield line({ complete: true, redactions });
        }
        try {
          if (isPiped) await pipeline(bytes, process.stdout, { signal, end: false });
          else await writeWhole(target, bytes(), signal);
        } catch (error) {
          refuseWhenStopped(signal);
          throw error;
        }
        return redactions;
      });
      if (json) return sayJson({ file: target, redactions: count });
      const words = `${new Intl.NumberFormat('en').format(count)} redacted events`;
      if (isPiped) tell(`Listed ${words}.`);
      else say(`Listed ${words} in ${target}.`);
    });
}

const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

/** A file of redactions: how many it holds, and a way to read them. */
export type RedactionsFile = { count: number; writtenAt: string; read: () => AsyncIterable<RedactedEvent> };

/**
 * Opens a file of `goal redactions export`, and reads it once to its end, so that nothing begins
 * with half of it. Throws a `Refusal` where it is no such file, or was cut off.
 */
export async function openRedactions(file: string): Promise<RedactionsFile> {
  const target = path.resolve(file);
  const fault = (what: string) => new Refusal(`${file}: ${what}. Nothing was restored.`);
  let writtenAt: string | undefined;
  let count = 0;
  let end: unknown;
  try {
    for await (const value of linesOf(target)) {
      if (value === undefined) throw fault('it holds a line that is no JSON');
      if (writtenAt === undefined) {
        if (value['goal_redactions'] !== formVersion)
          throw fault('it is no file of «goal redactions export» of this version');
        writtenAt = String(value['written_at']);
      } else if (end !== undefined) throw fault('it goes on behind its last line');
      else if (value['complete'] === true) end = value['redactions'];
      else {
        if (readOne(value) === undefined) throw fault('it holds a line that names no event');
        count += 1;
      }
    }
  } catch (error) {
    throw refusalOf(error, file);
  }
  if (writtenAt === undefined || end !== count) throw fault('it was cut off');
  return {
    count,
    writtenAt,
    async *read() {
      for await (const value of linesOf(target)) {
        const one = value && readOne(value);
        if (one !== undefined) yield one;
      }
    },
  };
}

async function* linesOf(file: string): AsyncGenerator<Record<string, unknown> | undefined> {
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      value = undefined;
    }
    yield typeof value === 'object' && value !== null ? { ...value } : undefined;
  }
}

function readOne({ account, site, id, at }: Record<string, unknown>): RedactedEvent | undefined {
  if (typeof account !== 'string' || !isUuid(account) || typeof at !== 'string' || Number.isNaN(Date.parse(at)))
    return undefined;
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return undefined;
  if (site !== null && (typeof site !== 'string' || !isUuid(site))) return undefined;
  return { account, site, id, at };
}
