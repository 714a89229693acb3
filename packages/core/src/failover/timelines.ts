/** One life of a database, from the identity that `identityOf` reads. */
export type Identity = { cluster: string; timeline: string; place: string };

/** Undefined for an identity without cluster and timeline, which not every user may read. */
export function readIdentity(identity: string): Identity | undefined {
  const [, cluster, timeline, place] = /^(\d+) ([0-9A-F]{8}) (\d+ \d+)$/.exec(identity) ?? [];
  return cluster === undefined || timeline === undefined || place === undefined
    ? undefined
    : { cluster, timeline, place };
}

/**
 * Reads a timeline's history file: up to which place of the write-ahead log each earlier timeline
 * belongs to it, in bytes, the oldest first.
 */
export function readHistory(text: string): { timeline: string; end: number }[] {
  return text.split('\n').flatMap((line) => {
    const [, timeline, high, low] = /^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)\b/i.exec(line) ?? [];
    if (timeline === undefined || high === undefined || low === undefined) return [];
    const name = Number(timeline).toString(16).toUpperCase().padStart(8, '0');
    return [{ timeline: name, end: Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16) }];
  });
}
