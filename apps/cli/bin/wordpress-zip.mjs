import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';

import { at, Refusal } from './processes.mjs';

const folder = 'apps/wordpress/goal-sender';

/** Packs the WordPress plugin into apps/wordpress/dist as a zip; returns the exit code. */
export function wordpressZip() {
  const { version, bytes } = packPlugin();
  const file = at('apps/wordpress/dist', `goal-sender-${version}.zip`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  console.log(path.relative(process.cwd(), file));
  return 0;
}

/** The plugin's zip and its version. Throws a `Refusal` where the plugin states several. */
export function packPlugin() {
  const version = versionOf(readFileSync(at(folder, 'goal-sender.php'), 'utf8'), /^ \* Version: +(\S+)$/m);
  const stable = versionOf(readFileSync(at(folder, 'readme.txt'), 'utf8'), /^Stable tag: +(\S+)$/m);
  const loaded = versionOf(readFileSync(at(folder, 'includes/load.php'), 'utf8'), /^const VERSION = '(\S+)';$/m);
  if (version !== stable || version !== loaded) {
    throw new Refusal(
      `the plugin has three versions: goal-sender.php ${version}, readme.txt ${stable}, load.php ${loaded}`,
    );
  }
  const names = readdirSync(at(folder), { recursive: true }).filter((name) => statSync(at(folder, name)).isFile());
  const entries = names.map((name) => ({
    name: `goal-sender/${name.split(path.sep).join('/')}`,
    bytes: readFileSync(at(folder, name)),
  }));
  return { version, bytes: zip(entries) };
}

function versionOf(text, pattern) {
  return pattern.exec(text)?.[1] ?? 'none';
}

/**
 * Makes a zip of `{ name, bytes }` entries with ASCII names. The same files give the same bytes on
 * every machine: sorted by name, with one fixed date, and stored uncompressed because compressors
 * differ.
 */
export function zip(entries) {
  const locals = [];
  const central = [];
  let offset = 0;
  for (const { name, bytes } of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const shared = sharedFields(name, bytes);
    const local = Buffer.concat([numbers([0x04034b50, 4]), shared, Buffer.from(name), bytes]);
    // Made by Unix with version 2.0; no comment, disk 0, a text or binary file of mode 0644.
    const made = numbers([0x02014b50, 4], [(3 << 8) | 20, 2]);
    const placed = numbers([0, 2], [0, 2], [0, 2], [0o100644 * 0x10000, 4], [offset, 4]);
    central.push(Buffer.concat([made, shared, placed, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const count = [entries.length, 2];
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], count, count, [directory.length, 4], [offset, 4], [0, 2]);
  return Buffer.concat([...locals, directory, end]);
}

/** The fields of both headers: version 2.0, no flags, stored, 1980-01-01 00:00, CRC, sizes. */
function sharedFields(name, bytes) {
  const size = [bytes.length, 4];
  return numbers([20, 2], [0, 2], [0, 2], [0, 2], [0x21, 2], [crc32(bytes), 4], size, size, [name.length, 2], [0, 2]);
}

/** Encodes `[value, size in bytes]` pairs as little-endian numbers. */
function numbers(...fields) {
  return Buffer.concat(
    fields.map(([value, size]) => {
      const bytes = Buffer.alloc(size);
      bytes.writeUIntLE(value, 0, size);
      return bytes;
    }),
  );
}
