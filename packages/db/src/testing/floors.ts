import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The floors of a package, the lowest first. Each names its rooms: the folders (`event`) and files
 * (`core.ts`) at the top of the source. A room may name its own folders and files as rooms too
 * (`event/store`), each on its floor; the room then is what lies beside them, and each folder in it
 * needs a floor.
 */
type Floors = readonly (readonly string[])[];

/** An import of one file or room by another; both are paths below the source folder. */
type Import = { from: string; to: string };

/**
 * Checks the imports of a package, those of types too, against its floors. A room may import rooms
 * on its own floor and below, and rooms never import one another in a circle. Returns a sentence
 * for each import that runs upwards, each import that is part of a circle, and each room that is
 * missing from the table or from the disk. Tests may import anything. `composes` names the file
 * that lists the parts that a process is composed of: its `import type` lines count for nothing,
 * because a type vanishes when the program is built.
 */
export function floorFaults(sourceFolder: string, floors: Floors, composes?: string): string[] {
  const files = sourceFilesOf(sourceFolder);
  const floorOf = new Map(floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor])));
  const roomOf = roomsBy(floorOf);
  const rooms = new Set(files.map(roomOf));
  const crossing = files
    .flatMap((from) => importsOf(sourceFolder, from, from === composes))
    .filter(({ from, to }) => roomOf(from) !== roomOf(to));
  const isUpward = ({ from, to }: Import): boolean => (floorOf.get(roomOf(to)) ?? 0) > (floorOf.get(roomOf(from)) ?? 0);
  // An upward import closes circles through every floor between: it is told once, as itself.
  const reaches = reachability(
    crossing.filter((one) => !isUpward(one)).map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) })),
  );

  const faults = [
    ...[...rooms].filter((room) => !floorOf.has(room)).map((room) => `${room} has no floor`),
    ...[...floorOf.keys()].filter((room) => !rooms.has(room)).map((room) => `${room} does not exist`),
  ];
  for (const one of crossing) {
    const { from, to } = one;
    if (isUpward(one)) faults.push(`${from} imports ${to}: upwards`);
    else if (reaches(roomOf(to), roomOf(from))) faults.push(`${from} imports ${to}: a circle of rooms`);
  }
  return faults;
}

function sourceFilesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .toSorted();
}

function importsOf(folder: string, from: string, isTypeFree: boolean): Import[] {
  const source = readFileSync(path.join(folder, from), 'utf8');
  const text = isTypeFree ? source.replaceAll(/^import type .*$/gm, '') : source;
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  );
  return specifiers.map((specifier) => ({ from, to: path.posix.join(path.posix.dirname(from), specifier) }));
}

/**
 * The room that holds a file: the longest named path above it. Beside named rooms a folder is a
 * room of its own, which the table lacks.
 */
function roomsBy(named: ReadonlyMap<string, number>): (file: string) => string {
  const split = new Set([...named.keys()].map((room) => path.posix.dirname(room)));
  return (file) => {
    let room = '.';
    for (const part of file.split('/')) {
      const inner = path.posix.join(room, part);
      if (!split.has(room) || (inner === file && room !== '.' && !named.has(file))) break;
      room = inner;
    }
    return room;
  };
}

/** Whether a room imports another one, directly or through others. */
function reachability(imports: readonly Import[]): (from: string, to: string) => boolean {
  const reached = new Map<string, Set<string>>();
  for (const { from, to } of imports) reached.set(from, (reached.get(from) ?? new Set()).add(to));
  // A set that grows while it is walked is walked to its new end.
  for (const rooms of reached.values())
    for (const room of rooms) for (const next of reached.get(room) ?? []) rooms.add(next);
  return (from, to) => reached.get(from)?.has(to) === true;
}
