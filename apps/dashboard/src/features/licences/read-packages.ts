import { readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';

/** A package that the dashboard is built from; `text` is its licence, if it comes with one. */
export type UsedPackage = { name: string; version: string; licence: string; text: string | undefined };

type Manifest = { name?: string; version?: string; license?: string; dependencies?: Record<string, string> };

/** How the names of packages of this workspace begin: their licence is the product's own. */
const own = '@goal/';
const licenceFile = /^(licen[cs]e|copying|notice)/i;

const read = new Map<string, Promise<UsedPackage[]>>();

/** What an app uses, directly or not, by name. Read once a process, from what is installed. */
export function readPackages(folder: string): Promise<UsedPackage[]> {
  const known = read.get(folder) ?? collect(folder);
  read.set(folder, known);
  return known;
}

async function collect(folder: string): Promise<UsedPackage[]> {
  const found = new Map<string, UsedPackage>();
  const seen = new Set<string>();
  const waiting = [await realpath(folder)];
  for (let dir = waiting.pop(); dir !== undefined; dir = waiting.pop()) {
    if (seen.has(dir)) continue;
    seen.add(dir);
    const { name = '', version = '', license = '', dependencies = {} } = await manifestOf(dir);
    if (!name.startsWith(own))
      found.set(`${name} ${version}`, { name, version, licence: license, text: await textIn(dir) });
    for (const dependency of Object.keys(dependencies)) {
      const place = await placeOf(dependency, dir);
      if (place !== undefined) waiting.push(place);
    }
  }
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

async function manifestOf(dir: string): Promise<Manifest> {
  // A manifest that npm installed; each of its fields may be missing.
  return JSON.parse(await readFile(path.join(dir, 'package.json'), 'utf8')) as Manifest;
}

/** Where Node finds a package from this folder: beside it, or in a folder above. */
async function placeOf(dependency: string, dir: string): Promise<string | undefined> {
  for (let at = dir; ; at = path.dirname(at)) {
    const place = await realpath(path.join(at, 'node_modules', dependency)).catch(() => undefined);
    if (place !== undefined || at === path.dirname(at)) return place;
  }
}

async function textIn(dir: string): Promise<string | undefined> {
  const files = (await readdir(dir)).filter((file) => licenceFile.test(file)).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(path.join(dir, file), 'utf8')));
  return texts.length === 0 ? undefined : texts.map((text) => text.trim()).join('\n\n');
}
