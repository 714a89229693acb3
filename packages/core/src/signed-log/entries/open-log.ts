import type { Queryable } from '@goal/db';
import {
  checkpointBody,
  eventEntry,
  noteEntry,
  signNote,
  vkeyOf,
  type LogNote,
  type NoteSigner,
} from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';

import { dayMs } from '../../ground/day.ts';
import type { StoredEvent } from './entry-rows.ts';
import { formerKeySignsMs, lacksFormerKey, type LogKey } from '../keys/log-keys.ts';
import { writeHead, type LogHead } from './log-head.ts';
import { OpenLogSites, type LogSite } from './log-sites.ts';
import { LogWriter } from './log-writer.ts';

/** A note without its time, which `OpenLog.note` gives it. */
export type UntimedNote = LogNote extends infer Note ? (Note extends unknown ? Omit<Note, 'at'> : never) : never;

/** The end of a log to which somebody appends, in the transaction that locked its head. */
export class OpenLog {
  readonly sites: OpenLogSites;
  /** The tail is sealed up to here once this is saved. */
  seq: number;
  era: number;
  #notedMs: number;
  #keys: LogHead['keys'];

  private constructor(
    private readonly on: Queryable,
    readonly account: number,
    private readonly head: LogHead,
    private readonly writer: LogWriter,
    private readonly signing: { keys: readonly LogKey[]; nowMs: number },
  ) {
    this.sites = new OpenLogSites(on, account);
    this.seq = head.seq;
    this.era = head.era;
    this.#notedMs = head.notedMs;
    this.#keys = head.keys;
  }

  static async open(
    on: Queryable,
    account: number,
    head: LogHead,
    signing: { keys: readonly LogKey[]; nowMs: number },
  ): Promise<OpenLog> {
    return new OpenLog(on, account, head, await LogWriter.open(on, { account, log: head.log }, head), signing);
  }

  /** The number of the log among those of the account. */
  get number(): number {
    return this.head.log;
  }

  get size(): number {
    return this.writer.size;
  }

  /** The largest id of an event in this log. */
  get high(): number {
    return this.writer.high;
  }

  /** The id of the event that was appended last; 0: of none. */
  get newestEvent(): number {
    return this.writer.newestEvent;
  }

  /** A note of a time in ms, by default now, and never before that of the note before. */
  note(note: UntimedNote, atMs: number = this.signing.nowMs): void {
    this.#notedMs = Math.max(this.#notedMs, atMs);
    // `UntimedNote` lacks the time alone.
    const entry = noteEntry({ ...note, at: new Date(this.#notedMs).toISOString() } as LogNote);
    this.writer.push({ kind: 'note', text: entry.slice('note '.length) }, entry);
  }

  /** Appends the checkpoint of another log, as `checkpointEntry` has it. Returns its place. */
  checkpoint(entry: string): number {
    this.writer.push({ kind: 'note', text: entry }, entry);
    return this.size - 1;
  }

  /** Appends an event of a site, which gets its number, and returns it. */
  event(site: LogSite, event: Omit<StoredEvent, 'kind' | 'site' | 'n'> & { receivedAt: string }): number {
    const { receivedAt, ...rest } = event;
    const n = site.n + 1;
    this.sites.change(site, { n });
    const occurredOn = new Date(event.day * dayMs).toISOString().slice(0, 10);
    const text = eventEntry({ siteId: site.id, n, id: event.id, occurredOn, receivedAt, commitment: event.commitment });
    this.writer.push({ kind: 'event', site: site.rowId, n, ...rest }, text);
    return n;
  }

  /** Tells the log that another key signs from now on, if one does. */
  noteKey(): void {
    const newest = this.signing.keys.at(-1);
    const [former] = this.#keys.at(-1) ?? [];
    const replaced = this.signing.keys.find(({ no }) => no === former);
    if (newest === undefined || replaced === undefined || replaced === newest) return;
    const vkey = ({ publicKey }: LogKey): string => vkeyOf(sha256, { name: this.head.origin, publicKey });
    this.note({ kind: 'key', vkey: vkey(newest), replaces: vkey(replaced) });
    this.#keys = [...this.#keys, [newest.no, this.size, this.#notedMs]];
  }

  /**
   * The newest key and those it replaced lately. Throws `LogKeyError` without one of these, as when
   * a log was told late and LOG_KEY lacks it: no reader accepts what the others sign.
   */
  #signers(): NoteSigner[] {
    const { origin: name } = this.head;
    return this.#keys.flatMap(([no], at) => {
      const [, , replacedMs = Infinity] = this.#keys[at + 1] ?? [];
      const untilMs = replacedMs + formerKeySignsMs;
      if (untilMs <= this.signing.nowMs) return [];
      const key = this.signing.keys.find((one) => one.no === no);
      if (key?.sign === undefined) throw lacksFormerKey(new Date(untilMs), name);
      return [{ name, publicKey: key.publicKey, sign: key.sign }];
    });
  }

  /** Writes everything with a signed checkpoint. Returns the head. */
  async save(): Promise<LogHead> {
    const { origin } = this.head;
    const { edge } = this.writer;
    const isLonger = edge.size !== this.head.size || this.head.checkpoint === '';
    const body = checkpointBody({ origin, size: edge.size, root: edge.root() });
    const head = {
      ...this.head,
      size: edge.size,
      seq: this.seq,
      era: this.era,
      edge: edge.bytes(),
      checkpoint: isLonger ? signNote(sha256, body, this.#signers()) : this.head.checkpoint,
      notedMs: this.#notedMs,
      keys: this.#keys,
    };
    await this.writer.save();
    await this.sites.save();
    await writeHead(this.on, this.account, head);
    return head;
  }
}
