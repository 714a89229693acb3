import type { Sha256 } from '../hash.ts';
import { isVkeyOfOtherKind, parseVkey, signatureKinds, type NoteKey } from '../signed-note.ts';
import { NotReadable } from './verdict.ts';

/** Which witnesses must have cosigned (c2sp.org/tlog-policy). */
export interface Policy {
  logs: readonly NoteKey[];
  witnesses: readonly PolicyWitness[];
  /** Whether these witnesses are enough. */
  isSatisfied: (cosigners: readonly NoteKey[]) => boolean;
}

/** A witness, with the address at which it takes checkpoints where the policy names one. */
export interface PolicyWitness extends NoteKey {
  url: string | undefined;
}

type Rule = (cosigners: readonly NoteKey[]) => boolean;

/**
 * Reads a policy. A key of a kind that we do not read is passed over: its witness has a name that
 * groups may use, and never counts as one that cosigned. Throws `NotReadable` with the number of
 * the line that is wrong, and where no key of a log is left.
 */
export function parsePolicy(sha256: Sha256, text: string): Policy {
  const logs: NoteKey[] = [];
  const witnesses: PolicyWitness[] = [];
  const rules = new Map<string, Rule>();
  const members = new Set<string>();
  const passedOver = new Set<string>();
  let isOfLogs = false;
  let quorum: Rule | undefined;
  for (const [at, line] of text.split('\n').entries()) {
    const [word, ...rest] = line.split(/[ \t\r]+/).filter((one) => one !== '');
    if (word === undefined || word.startsWith('#')) continue;
    const refuse = (why: string): NotReadable => new NotReadable(`line ${at + 1} of the policy: ${why}`);
    const define = (name: string | undefined, rule: Rule): void => {
      if (name === undefined || name === 'none' || rules.has(name)) throw refuse('the name is missing or taken');
      rules.set(name, rule);
    };
    const keyOf = (vkey = '', kind: number, known: readonly NoteKey[]): NoteKey | undefined => {
      if (isVkeyOfOtherKind(vkey)) {
        const [bytes = ''] = vkey.split('+').slice(2);
        if (passedOver.has(bytes)) throw refuse('the key is there twice');
        passedOver.add(bytes);
        return undefined;
      }
      const key = parseVkey(sha256, vkey);
      if (key?.kind !== kind) throw refuse('the key is not one of its kind');
      if (known.some(({ publicKey }) => isSame(publicKey, key.publicKey))) throw refuse('the key is there twice');
      return key;
    };
    if (word === 'log') {
      isOfLogs = true;
      const key = keyOf(rest[0], signatureKinds.ed25519, logs);
      if (key !== undefined) logs.push(key);
    } else if (word === 'witness') {
      const key = keyOf(rest[1], signatureKinds.cosignature, witnesses);
      const witness = key && { ...key, url: rest[2] };
      if (witness !== undefined) witnesses.push(witness);
      define(rest[0], (cosigners) => witness !== undefined && cosigners.includes(witness));
    } else if (word === 'group') {
      const [name, threshold, ...names] = rest;
      define(name, groupRule(threshold, names, rules, members, refuse));
    } else if (word === 'quorum') {
      const rule = rest[0] === 'none' ? (): boolean => true : rules.get(rest[0] ?? '');
      if (rule === undefined || quorum !== undefined) throw refuse('the quorum is unknown, or the second');
      quorum = rule;
    } else throw refuse(`${word} is no word of a policy`);
  }
  if (quorum === undefined) throw new NotReadable('the policy names no quorum');
  // Otherwise a reader who named whom they believe would believe anybody.
  if (isOfLogs && logs.length === 0) throw new NotReadable('the policy names no log with a key of Ed25519');
  return { logs, witnesses, isSatisfied: quorum };
}

function groupRule(
  threshold: string | undefined,
  names: readonly string[],
  rules: ReadonlyMap<string, Rule>,
  members: Set<string>,
  refuse: (why: string) => NotReadable,
): Rule {
  const least = threshold === 'any' ? 1 : threshold === 'all' ? names.length : decimal(threshold);
  if (least === undefined || least < 1 || least > names.length) throw refuse('the number of members is wrong');
  const parts = names.map((name) => {
    const rule = rules.get(name);
    if (rule === undefined || members.has(name)) throw refuse(`${name} is unknown, or a member elsewhere`);
    members.add(name);
    return rule;
  });
  return (cosigners) => parts.filter((rule) => rule(cosigners)).length >= least;
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

const decimal = (text = ''): number | undefined => (/^[0-9]{1,9}$/.test(text) ? Number(text) : undefined);
