import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { environmentWith } from '../env.ts';
import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { startService } from '../world/service.ts';
import type { StreamsWorld } from './world.ts';

const bundle = fileURLToPath(new URL('../../../server/dist/bundle/', import.meta.url));
const rounds = 5;
/** Longer than the worker needs to look for streams once. */
const settleMs = 3000;

/**
 * Counts the files of the sinks, and of the libraries that only they use, that a service without
 * streams loads at its start, and says how long loading them takes. One small file does not count:
 * the settings are checked by it (packages/sinks/src/guard/nets.ts).
 */
export async function measureStart({ emptyDatabase, dataDir }: StreamsWorld): Promise<Result> {
  const loaded = await loadedFiles(await emptyDatabase('streams_start'), dataDir);
  // A build leaves the files of the one before.
  const builtAt = (name: string): number => statSync(path.join(bundle, name)).mtimeMs;
  const chunks = readdirSync(bundle)
    .filter((name) => name.endsWith('.js'))
    .toSorted((a, b) => builtAt(b) - builtAt(a));
  const sources = loaded.flatMap((name) => sourcesOf(path.join(bundle, name)));
  const entry = chunks.find((name) =>
    sourcesOf(path.join(bundle, name)).some((one) => one.endsWith('sinks/src/deliver.ts')),
  );
  if (entry === undefined || loaded.length === 0) throw new Error('the program has no file of sinks');
  const milliseconds: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const took = await importMs(path.join(bundle, entry));
    // Round 0 reads the files from the disk.
    if (round > 0) milliseconds.push(took);
  }
  return {
    what: 'a start without streams: files of sinks that it loads',
    figures: `${sources.filter(isOfSinks).length}; loading them at the first delivery takes ${median(milliseconds).toFixed(0)} ms`,
    ratios: [sources.filter(isOfSinks).length],
    goal: { atMost: 0 },
  };
}

const sinks = fileURLToPath(new URL('../../../../packages/sinks/', import.meta.url));
/** Other versions of these libraries may be in the program for other reasons. */
const libraries = ['ipaddr.js', 'aws4'].map((name) => realpathSync(path.join(sinks, 'node_modules', name)));
const isOfSinks = (source: string): boolean =>
  (source.startsWith(path.join(sinks, 'src')) && !source.endsWith('guard/nets.ts')) ||
  libraries.some((library) => source.startsWith(library));

/** The files of the program that a service on this database has loaded when it has settled. */
async function loadedFiles(url: string, dataDir: string): Promise<string[]> {
  const folder = mkdtempSync(path.join(dataDir, 'coverage-'));
  const service = await startService(url, path.join(dataDir, 'start.log'), {
    environment: { NODE_V8_COVERAGE: folder },
  });
  await sleep(settleMs);
  await service.stop();
  const names = new Set<string>();
  for (const file of readdirSync(folder)) {
    // The cast trusts a file of V8.
    const { result } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as { result: { url: string }[] };
    for (const { url: script } of result)
      if (script.startsWith(pathToFileURL(bundle).href)) names.add(path.basename(fileURLToPath(script)));
  }
  return [...names];
}

/** The source files of a file of the program; the runtime of the bundler has none. */
function sourcesOf(file: string): string[] {
  if (!existsSync(`${file}.map`)) return [];
  // The cast trusts a file of the bundler.
  const { sources } = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { sources: string[] };
  return sources.map((source) => path.resolve(bundle, source));
}

async function importMs(file: string): Promise<number> {
  const text = `const begun = performance.now(); await import(${JSON.stringify(pathToFileURL(file).href)}); console.log(performance.now() - begun);`;
  const options = { env: environmentWith({}), timeout: 30_000 };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', text], options);
  return Number(stdout);
}
