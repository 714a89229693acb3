import type { Format } from './format.ts';
import { LineWriter, type LineMemory } from './line-writer.ts';
import type { Names } from './names.ts';

/** Bytes that an event may need besides its row, for names and words. */
const extraBytes = 16 * 1024;

/** Writes COPY's rows as events, but of deleted sites (rulings §5.6); valid until the next call. */
export async function writePage(
  text: Buffer,
  format: Format,
  names: Names,
  memory: LineMemory,
): Promise<{ bytes: Buffer; events: number }> {
  for (;;) {
    const row = new LineWriter(text, memory);
    let events = 0;
    while (row.take(extraBytes)) {
      if (format.event(row, names)) events += 1;
      else row.drop();
    }
    if (names.isComplete) return { bytes: row.bytes, events };
    await names.learn();
  }
}
