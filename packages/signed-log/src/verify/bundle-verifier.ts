import type { BundleHead } from '../bundle-lines.ts';
import type { LogEnd } from '../notes.ts';
import type { LineReader } from './line-reader.ts';
import { LogVerifier } from './log-verifier.ts';
import { OlderCheckpoints } from './older-checkpoints.ts';
import type { VerifyOptions } from './options.ts';
import { parsePolicy, type Policy } from './policy.ts';
import { readLine, type Line } from './read-line.ts';
import { Sites } from './sites.ts';
import { Trust } from './trust.ts';
import { BundleFault, NotReadable, type Fault, type LogVerdict, type Verdict } from './verdict.ts';

/** How far the clock of a service may be before that of the reader. */
const clockLeewayMs = 86_400_000;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads the lines of a bundle: the logs of an account, the oldest first. What is about sites, keys
 * and older checkpoints goes on from log to log.
 */
export class BundleVerifier {
  readonly #options: VerifyOptions;
  readonly #policy: Policy | undefined;
  readonly #trust: Trust;
  readonly #older: OlderCheckpoints;
  readonly #logs: LogVerdict[] = [];
  #sites: Sites | undefined;
  #log: LogVerifier | undefined;
  #isAtEnd = false;

  /** Throws `NotReadable` for a key, checkpoint or policy that is none. */
  constructor(options: VerifyOptions) {
    this.#options = options;
    const { sha256 } = options.crypto;
    this.#policy = options.policy === undefined ? undefined : parsePolicy(sha256, options.policy);
    this.#trust = new Trust(options.crypto, options.vkeys ?? [], this.#policy?.logs ?? []);
    this.#older = new OlderCheckpoints(options.checkpoints ?? []);
  }

  get hasBegun(): boolean {
    return this.#sites !== undefined;
  }

  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /** The number of leaves so far of the log that is being read; null between logs. */
  get size(): number | null {
    return this.#log?.size ?? null;
  }

  /** Takes the next line. Throws a `BundleFault` for what is wrong with it or with those before. */
  read(bytes: Uint8Array, reader: LineReader): Promise<void> | undefined {
    const line = this.#parse(bytes);
    const log = this.#log;
    if (line.kind === 'head') this.#beginLog(line.head);
    else if (log === undefined) throw new BundleFault('a line stands behind the end of a log, and begins none');
    else if (line.kind === 'end') return this.#endLog(log, line, reader);
    else log.read(line, bytes);
    return undefined;
  }

  /** Judges the end of the file. */
  endFile(): void {
    this.#isAtEnd = true;
    if (this.#log !== undefined) throw new BundleFault('the file ends before the end of its log: it is cut off');
    this.#older.endFile();
    this.#sites?.endFile();
  }

  verdict(lines: number, fault: Fault | null): Verdict {
    const sites = this.#sites;
    if (sites === undefined) throw new NotReadable(fault?.sentence ?? 'the file is empty');
    return {
      verified: fault === null,
      fault,
      lines,
      scope: sites.scope,
      key: this.#trust.isGiven ? 'given' : "the bundle's own word",
      logs: this.#logs,
      ...sites.verdict(),
      checkpoints_met: this.#older.met,
    };
  }

  #parse(bytes: Uint8Array): Line {
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      throw this.#refusal('the line is not UTF-8');
    }
    try {
      return readLine(text);
    } catch (error) {
      throw error instanceof BundleFault ? this.#refusal(error.message) : error;
    }
  }

  /** A file whose first line is not that of a bundle is none. */
  #refusal(sentence: string): Error {
    return this.#sites === undefined
      ? new NotReadable(`this is no bundle of a signed log: ${sentence}`)
      : new BundleFault(sentence);
  }

  #beginLog(head: BundleHead): void {
    if (this.#log !== undefined) throw new BundleFault('a log begins before the end of the one in front of it');
    this.#sites ??= new Sites(head.scope);
    const before = this.#logs.at(-1);
    if (JSON.stringify(head.scope) !== JSON.stringify(this.#sites.scope))
      throw new BundleFault('the file holds logs of different accounts, groups or sites');
    if (!isSameEnd(head.previous, before ?? null))
      throw new BundleFault(
        before === undefined
          ? 'the first log of the file goes on from another one, which is not in it'
          : 'the log does not go on from the end of the one in front of it',
      );
    this.#trust.beginLog(head.origin, head.vkeys);
    this.#older.beginLog(head.origin);
    this.#log = new LogVerifier(head, {
      crypto: this.#options.crypto,
      latestMs: (this.#options.nowMs ?? Date.now()) + clockLeewayMs,
      sites: this.#sites,
      trust: this.#trust,
      older: this.#older,
      policy: this.#policy,
    });
    this.#older.pass(0, this.#log.root());
  }

  async #endLog(log: LogVerifier, { end }: Line & { kind: 'end' }, reader: LineReader): Promise<void> {
    if (end.lines !== reader.linesBefore)
      throw new BundleFault(`${reader.linesBefore} lines stand before this one, and it says ${end.lines}`);
    if (end.sha256 !== reader.sumBefore())
      throw new BundleFault('the file was damaged: its bytes do not have the sum that its last line says');
    this.#logs.push(await log.end(end));
    this.#log = undefined;
  }
}

function isSameEnd(one: LogEnd | null, other: LogEnd | null): boolean {
  if (one === null || other === null) return one === other;
  return one.origin === other.origin && one.size === other.size && one.root === other.root;
}
