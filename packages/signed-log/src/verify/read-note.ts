import { canonicalJson, type Json } from '../canonical-json.ts';
import type { LogEnd, LogNote, PurgedSite } from '../notes.ts';
import { BundleFault } from './verdict.ts';

const head = 'note ';
const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const idForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** As many sites and numbers a note may hold. */
const listMax = 500;

/** Whether a text is a time as the wire writes it. */
export const isTime = (value: unknown): value is string => typeof value === 'string' && timeForm.test(value);
/** Whether it is also a time that there is, so that one can reckon with it. */
const isRealTime = (value: unknown): value is string => isTime(value) && !Number.isNaN(Date.parse(value));
/** Whether a text is a UUID as the wire writes it. */
export const isId = (value: unknown): value is string => typeof value === 'string' && idForm.test(value);
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
export type Fields = Record<string, unknown>;
export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads the entry of a note. Throws a `BundleFault` for anything that `noteEntry` would not write,
 * and for a kind that this version does not know: what it does not know it cannot verify.
 */
export function readNote(entry: string): LogNote {
  const fields = parse(entry);
  const kind = String(fields['kind']);
  // Each object has a `constructor`, which is no kind.
  const read = Object.hasOwn(readers, kind) ? readers[kind] : undefined;
  if (fields['v'] !== 1 || read === undefined)
    throw new BundleFault(`the note has a form that this program does not know: ${shown(entry)}`);
  const at = fields['at'];
  const note = isRealTime(at) ? read(fields, at) : undefined;
  if (note === undefined) throw new BundleFault(`the note does not say what its kind requires: ${shown(entry)}`);
  return note;
}

const readers: Record<string, (fields: Fields, at: string) => LogNote | undefined> = {
  'log.begin': ({ log, previous, earlier_events }, at) =>
    isCount(log) && isCount(earlier_events) && (previous === null || isLogEnd(previous))
      ? { kind: 'log.begin', at, log, previous, earlier_events }
      : undefined,
  'log.delete': ({ by }, at) => (isText(by) ? { kind: 'log.delete', at, by } : undefined),
  'site.begin': (fields, at) => readRetention('site.begin', fields, at),
  'site.retention': (fields, at) => readRetention('site.retention', fields, at),
  'site.delete': ({ site_id, by }, at) =>
    isId(site_id) && isText(by) ? { kind: 'site.delete', at, site_id, by } : undefined,
  'site.count': ({ sites }, at) => (isListOfSites(sites, isSiteCount) ? { kind: 'site.count', at, sites } : undefined),
  purge: ({ sites, unsealed }, at) =>
    isListOfSites(sites, isPurgedSite) ? { kind: 'purge', at, sites, unsealed: unsealed === true } : undefined,
  redact: ({ sites, by }, at) =>
    isListOfSites(sites, isRedactedSite) && isText(by) ? { kind: 'redact', at, sites, by } : undefined,
  'hold.begin': (fields, at) => readHold('hold.begin', fields, at),
  'hold.end': (fields, at) => readHold('hold.end', fields, at),
  key: ({ vkey, replaces }, at) => (isText(vkey) && isText(replaces) ? { kind: 'key', at, vkey, replaces } : undefined),
};

function readRetention(kind: 'site.begin' | 'site.retention', fields: Fields, at: string): LogNote | undefined {
  const { site_id, retention_days, by } = fields;
  const isFigure = retention_days === -1 || isCount(retention_days);
  return isId(site_id) && isFigure && isText(by) ? { kind, at, site_id, retention_days, by } : undefined;
}

function readHold(kind: 'hold.begin' | 'hold.end', { hold, site_id, by }: Fields, at: string): LogNote | undefined {
  return isText(hold) && (site_id === null || isId(site_id)) && isText(by)
    ? { kind, at, hold, site_id, by }
    : undefined;
}

export function isLogEnd(value: unknown): value is LogEnd {
  return isObject(value) && isText(value['origin']) && isCount(value['size']) && isText(value['root']);
}

function isSiteCount(value: unknown): value is readonly [string, number] {
  return isList(value, isAny) && value.length === 2 && isId(value[0]) && isCount(value[1]);
}

function isPurgedSite(value: unknown): value is PurgedSite {
  if (!isList(value, isAny) || value.length !== 4) return false;
  return isId(value[0]) && isRealTime(value[1]) && isRealTime(value[2]) && isCount(value[3]);
}

function isRedactedSite(value: unknown): value is readonly [string, readonly number[]] {
  return isList(value, isAny) && value.length === 2 && isId(value[0]) && isList(value[1], isCount);
}

const isAny = (value: unknown): value is unknown => value !== undefined;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function isList<Item>(value: unknown, isItem: (one: unknown) => one is Item): value is Item[] {
  return Array.isArray(value) && value.length <= listMax && value.every(isItem);
}

/** Items that begin with a site, each site once. */
function isListOfSites<Item extends readonly [siteId: string, ...rest: unknown[]]>(
  value: unknown,
  isItem: (one: unknown) => one is Item,
): value is Item[] {
  return isList(value, isItem) && new Set(value.map(([siteId]) => siteId)).size === value.length;
}

function parse(entry: string): Fields {
  if (!entry.startsWith(head)) throw new BundleFault(`this is no note: ${shown(entry)}`);
  const text = entry.slice(head.length);
  try {
    const value: unknown = JSON.parse(text);
    // JSON.parse gives nothing else than Json.
    if (isObject(value) && canonicalJson(value as Json) === text) return value;
  } catch {
    // Said below, as for any other text that is not canonical.
  }
  throw new BundleFault(`the note is not written in the canonical form: ${shown(entry)}`);
}

const shown = (entry: string): string => (entry.length > 200 ? `${entry.slice(0, 200)} …` : entry);
