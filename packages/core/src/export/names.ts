import type { Dictionary, DictionaryKind } from '../event/words/dictionary.ts';
import type { SiteNames } from '../event/read/remembered-site-names.ts';

const nothing = Buffer.alloc(0);

/** How a format writes names. Each name is written once for many events. */
export type NameFormat = {
  /** The fields of the site, with the end of the event's line. */
  site: (names: SiteNames) => Buffer;
  /** An object or event type. */
  word: (text: string) => Buffer;
};

/** Words of the account's dictionary as a format writes them. */
export class Words {
  readonly #known = new Map<number, Buffer>();
  #missing = new Set<number>();

  constructor(
    private readonly kind: DictionaryKind,
    private readonly format: NameFormat,
  ) {}

  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  /** Returns an empty buffer for a word that is not loaded yet. */
  of(rowId: number): Buffer {
    const word = this.#known.get(rowId);
    if (word === undefined) this.#missing.add(rowId);
    return word ?? nothing;
  }

  async learn(dictionary: Dictionary, account: number): Promise<void> {
    const missing = [...this.#missing];
    this.#missing = new Set();
    const words = await dictionary.words(account, this.kind, missing);
    for (const rowId of missing) this.#known.set(rowId, this.format.word(words(rowId)));
  }
}

/**
 * The names behind the numbers in rows, as a format writes them. `learn` loads together all names
 * that were requested and are unknown.
 */
export class Names {
  readonly objects: Words;
  readonly eventTypes: Words;
  /** Null for a site that was deleted. */
  readonly #sites = new Map<number, Buffer | null>();
  #missing = new Set<number>();

  constructor(
    private readonly format: NameFormat,
    private readonly from: {
      dictionary: Dictionary;
      account: number;
      sites: (sites: number[]) => Promise<Map<number, SiteNames>>;
    },
  ) {
    this.objects = new Words('object', format);
    this.eventTypes = new Words('eventType', format);
  }

  /** True when every requested name is known. */
  get isComplete(): boolean {
    return this.#missing.size === 0 && this.objects.isComplete && this.eventTypes.isComplete;
  }

  /** Returns undefined for a deleted site, and for one that is not loaded yet. */
  site(rowId: number): Buffer | undefined {
    const site = this.#sites.get(rowId);
    if (site === undefined) this.#missing.add(rowId);
    return site ?? undefined;
  }

  async learn(): Promise<void> {
    const { dictionary, account, sites } = this.from;
    await this.objects.learn(dictionary, account);
    await this.eventTypes.learn(dictionary, account);
    const missing = [...this.#missing];
    this.#missing = new Set();
    if (missing.length === 0) return;
    const names = await sites(missing);
    for (const rowId of missing) {
      const name = names.get(rowId);
      this.#sites.set(rowId, name === undefined ? null : this.format.site(name));
    }
  }
}
