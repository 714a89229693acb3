import { createHash } from 'node:crypto';

import { limits, type SiteReceivedEvent } from '@goal/contract';

/** What the first line of an export says about it. */
export type ExportFacts = { scope: object; filters: object; started_at: string };

/**
 * The lines of an export, in pieces. `cursorOf` seals the position behind an event, so that whoever is cut off can go on from the last checkpoint.
 * The last line holds the SHA-256 of all bytes before it.
 */
export class NdjsonWriter {
  readonly #hash = createHash('sha256');
  #events = 0;

  constructor(private readonly cursorOf: (event: SiteReceivedEvent) => string) {}

  head(facts: ExportFacts): Buffer {
    return this.#hashed(line({ export: facts }));
  }

  page(events: readonly SiteReceivedEvent[]): Buffer {
    let text = '';
    for (const event of events) {
      text += line(event);
      this.#events += 1;
      if (this.#events % limits.checkpointEvents === 0) text += this.#checkpoint(this.cursorOf(event));
    }
    return this.#hashed(text);
  }

  /** A checkpoint beside those that are due: a long search that finds nothing has come so far. */
  checkpoint(cursor: string): Buffer {
    return this.#hashed(this.#checkpoint(cursor));
  }

  end(): Buffer {
    return Buffer.from(line({ complete: true, events: this.#events, sha256: this.#hash.digest('hex') }));
  }

  #checkpoint(cursor: string): string {
    return line({ cursor, events: this.#events });
  }

  #hashed(text: string): Buffer {
    const bytes = Buffer.from(text);
    this.#hash.update(bytes);
    return bytes;
  }
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
