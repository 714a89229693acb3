import { type MemberSummary, severities, type Severity } from '@goal/contract';

export type Slice = { start: number; events: number; bySeverity: Partial<Record<Severity, number>> };

/** All slices in the order of time; the answer leaves out those without events. */
export function slicesOf({
  counts,
  from,
  to,
  bucket_ms: ms,
}: Pick<MemberSummary, 'counts' | 'from' | 'to' | 'bucket_ms'>): Slice[] {
  if (from === undefined || to === undefined || ms === undefined) return [];
  const begin = Date.parse(from);
  const count = Math.max(1, Math.ceil((Date.parse(to) + 1 - begin) / ms));
  const slices: Slice[] = Array.from({ length: count }, (_, n) => ({
    start: begin + n * ms,
    events: 0,
    bySeverity: {},
  }));
  for (const { bucket, severity, events } of counts) {
    const slice = bucket === undefined ? undefined : slices[Math.floor((Date.parse(bucket) - begin) / ms)];
    if (slice === undefined) continue;
    slice.events += events;
    if (severity !== undefined) slice.bySeverity[severity] = (slice.bySeverity[severity] ?? 0) + events;
  }
  return slices;
}

/** The bars of a slice above each other, in hundredths of the plot's height from its top. */
export function stackOf({ bySeverity }: Slice, most: number): { severity: Severity; top: number; height: number }[] {
  const stack: { severity: Severity; top: number; height: number }[] = [];
  for (const severity of severities) {
    const count = bySeverity[severity] ?? 0;
    // The least of them is seen too.
    const height = Math.max(2, (count / most) * 98);
    if (count > 0) stack.push({ severity, height, top: Math.max(0, (stack.at(-1)?.top ?? 100) - height) });
  }
  return stack;
}

/** A part of the plot, by fractions of its width. */
export type Span = { start: number; end: number };

/** The moments that a dragged part of the plot means: whole slices. */
export function momentsOfSpan(
  { start, end }: Span,
  { begin, end: last, sliceMs }: { begin: number; end: number; sliceMs: number },
) {
  const length = last - begin;
  const from = begin + Math.floor((start * length) / sliceMs) * sliceMs;
  const to = Math.min(last, begin + Math.max(1, Math.ceil((end * length) / sliceMs)) * sliceMs) - 1;
  return { from: new Date(from).toISOString(), to: new Date(Math.max(from, to)).toISOString() };
}
