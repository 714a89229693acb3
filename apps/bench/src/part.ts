import { Command, InvalidArgumentError } from 'commander';

import type { Result } from './report.ts';
import { busyCores, fileOf, guarded, recordRun, type Around, type Run, type Say } from './run.ts';
import { openBenchServer, type BenchServer } from './world/database.ts';

/** A part opens its world with these. Its services write CPU profiles into `profileDir`. */
export type Opening = Around & { server: BenchServer; profileDir: string | undefined; events: number };

/** A part of the bench: measures of one world, in the order of its table. */
type PartOf<World> = {
  name: string;
  description: string;
  /** Events of the account that `--events` sets, where the part has such an account. */
  events?: number;
  open: (opening: Opening) => Promise<World>;
  measures: Readonly<Record<string, (world: World & { progress: Say }) => Promise<Result | Result[]>>>;
};

type Chosen = { only?: readonly string[]; cpuProf?: boolean; events?: number };

/** A part as its users see it, without the type of its world. */
export type Part = { name: string; command: () => Command; run: (dataDir: string, chosen?: Chosen) => Promise<Run> };

export function part<World extends object>(of: PartOf<World>): Part {
  const names = Object.keys(of.measures);
  const perform = async (around: Around, { only = names, cpuProf = false, events = 0 }: Chosen): Promise<Run> => {
    const server = await openBenchServer(around.dataDir);
    around.closing.unshift(server.close);
    const profileDir = cpuProf ? around.dataDir : undefined;
    const world = await of.open({ ...around, server, profileDir, events });
    const run: Run = { results: [], postgres: server.version, busyCores: [] };
    // In the order of the table, whatever order was asked for: an export counts the events that the
    // run began with.
    for (const name of names.filter((one) => only.includes(one))) {
      const progress = around.step(`Measuring ${name}`);
      run.busyCores.push(await busyCores());
      run.results.push(...(await rowsOf(name, async () => of.measures[name]?.({ ...world, progress }) ?? [])));
    }
    return run;
  };
  return {
    name: of.name,
    run: (dataDir, chosen = {}) => guarded(dataDir, (around) => perform(around, chosen)),
    command() {
      const command = new Command(of.name)
        .description(of.description)
        .option('--only <measures>', `run only some, separated by commas: ${names.join(', ')}`, someOf(names))
        .option('--cpu-prof', "write V8's CPU profiles of the service");
      if (of.events !== undefined)
        command.option('--events <number>', 'events of the account with most of them', countOf, of.events);
      return command.action((chosen: Chosen) =>
        // A partial run does not replace the figures that are documented.
        recordRun(
          of.name,
          (around) => perform(around, chosen),
          fileOf(chosen.only === undefined ? of.name : `${of.name}-only`),
        ),
      );
    },
  };
}

/** A measure that fails loses only its own rows, not those of the measures before it. */
async function rowsOf(name: string, measure: () => Promise<Result | Result[]>): Promise<Result[]> {
  try {
    return [await measure()].flat();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${error instanceof Error ? (error.stack ?? message) : message}\n`);
    return [{ what: name, figures: message, ratios: [], failed: true }];
  }
}

/** Reads names that are separated by commas. */
function someOf(names: readonly string[]): (text: string) => string[] {
  return (text) => {
    const asked = text.split(',');
    const unknown = asked.find((name) => !names.includes(name));
    if (unknown !== undefined) throw new InvalidArgumentError(`There is no measure "${unknown}".`);
    return asked;
  };
}

function countOf(text: string): number {
  const events = Number(text);
  // Fewer would not fill a page of a bundle.
  if (!Number.isInteger(events) || events < 1000) throw new InvalidArgumentError('A number from 1000 on is wanted.');
  return events;
}
