import type { Format } from './format.ts';
import { LineWriter, type LineMemory } from './line-writer.ts';
import type { Names } from './names.ts';

/** Bytes that an event may need besides its row, for names and words. */
const extraBytes = 16 * 1024;

/**
 * Writes rows of COPY's text, in their messages, as events. Skips events whose site was deleted
 * since (rulings §5.6). The result is valid until `memory` is written to again.
 */
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
