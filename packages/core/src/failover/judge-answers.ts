import { endedIn, type Remembered, type TimelineEnds } from './acknowledged.ts';

/** What one instance answered. */
export type Answer = { instance: string; lives: Remembered[] };

/** What has to be asked of the database before the verdict: which of these have committed. */
export type JudgedAnswers = { xids: number[]; until: number } | { refused: string };

/**
 * Judges what the running processes remember of the timelines between the last one that was
 * confirmed and the present one (docs/decisions/073-failover.md).
 *
 * A transaction is known to the present timeline if one of its records, or a record of a later
 * transaction, lies before the end: its number was not given to another one, so its state in the
 * database is its own.
 */
export function judgeAnswers(answers: readonly Answer[], ends: TimelineEnds): JudgedAnswers {
  const xids = new Set<number>();
  let until = Infinity;
  for (const [timeline, end] of Object.entries(ends)) {
    const told = answers.flatMap(({ lives }) => lives.filter((one) => one.timeline === timeline));
    const seen = told.flatMap((one) => one.until ?? []);
    if (seen.length === 0) return { refused: 'no running process saw the end of the former primary' };
    until = Math.min(until, Math.max(...seen));
    const silent = missing(answers, told);
    if (silent.length > 0) return { refused: `${silent.join(', ')} ran on the former primary and does not answer` };
    const lost = told.find((one) => one.until === null && one.instances.length + one.marks.length + one.unknown > 0);
    if (lost !== undefined) return { refused: 'the former primary went on after the end of what this one has' };
    if (told.some(({ unknown }) => unknown > 0))
      return { refused: 'a change was acknowledged in the last moment, and nobody knows whether this primary has it' };
    // What one process was shown, another one may have seen end before the end of the timeline.
    const sights = told.map(({ snapshot }) => endedIn(snapshot));
    const isThere = (xid: number): boolean => sights.some((hadEnded) => hadEnded(xid));
    const marks = told.flatMap((one) => one.marks.filter(([xid, lsn]) => lsn !== null || !isThere(xid)));
    const highest = Math.max(0, ...marks.flatMap(([xid, lsn]) => (lsn !== null && lsn <= end ? [xid] : [])));
    if (marks.some(([xid]) => xid > highest)) return { refused: lostWords };
    for (const [xid] of marks) xids.add(xid);
  }
  return { xids: [...xids], until };
}

export const lostWords = 'events were acknowledged that this primary does not have';

/** The processes that ran then and have not answered, by their names. */
export function missing(answers: readonly Answer[], told: readonly Remembered[]): string[] {
  const answered = new Set(answers.map(({ instance }) => instance));
  const ran = new Map(
    told.flatMap(({ instances }) => instances.map((one) => [one.slice(0, 36), one.slice(37)] as const)),
  );
  return [...ran].flatMap(([id, name]) => (answered.has(id) ? [] : [name]));
}
