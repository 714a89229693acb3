import { failureOf } from '@goal/ui/lib/errors.ts';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { type PointerEvent, useMemo, useRef, useState } from 'react';

import { shortMoment } from '../../filters/query/clock.ts';
import { howFar } from './how-far.ts';
import { useLog } from '../../filters/query/log-context.tsx';
import { momentsOfSpan, type Slice, slicesOf, type Span, stackOf } from './slices.ts';
import { divisionOf } from '../../filters/query/time-range.ts';
import type { Question } from '../../filters/feed/use-feed.ts';
import { useSummary } from '../../filters/feed/use-summary.ts';
import classes from './histogram.module.css';

type Props = { question: Question; isReady: boolean; keptDays: number };

/** Dragging narrows the time, with the shift key it moves it. The uncounted part is hatched. */
export function Histogram({ question, isReady, keptDays }: Props) {
  const { state, isUtc, askedAt } = useLog();
  const division = useMemo(
    () => divisionOf(state.time, question.askedAt, keptDays < 0 ? 400 : Math.min(400, keptDays)),
    [state.time, question.askedAt, keptDays],
  );
  const { data, error, isPlaceholderData } = useSummary(question, { by: 'severity', division }, isReady);
  const slices = useMemo(() => (data === undefined ? [] : slicesOf(data)), [data]);
  const begin = Date.parse(data?.from ?? division.from);
  const end = Date.parse(data?.to ?? division.to ?? division.from) + 1;
  const { ref, span, handlers } = useBrush({
    begin,
    end,
    sliceMs: data?.bucket_ms ?? 1,
    isOld: isPlaceholderData,
  });
  const most = Math.max(1, ...slices.map(({ events }) => events));
  const moment = (ms: number): string => shortMoment(ms, { isUtc }, askedAt);
  const back = data?.counted_back_to;
  const uncounted = typeof back === 'string' ? Math.max(0, (Date.parse(back) - begin) / (end - begin)) : 0;
  const told =
    data === undefined
      ? error === null
        ? 'Counting …'
        : failureOf(error).sentence
      : howFar(
          data,
          (at) => moment(Date.parse(at)),
          // The list goes on beyond the first slice.
          question.moments.from === undefined ? data.from : undefined,
        );
  return (
    <figure className={classes.figure} data-old={isPlaceholderData || data === undefined}>
      <figcaption className={classes.caption}>
        <span role="status">{told}</span>
        <span className={classes.hint} aria-hidden>
          drag to narrow · ⇧ drag to move
        </span>
      </figcaption>
      <div ref={ref} className={classes.plot} {...handlers}>
        <svg
          viewBox={`0 0 ${Math.max(1, slices.length)} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={
            data === undefined
              ? 'Events over time'
              : `Events over time, ${moment(begin)} to ${moment(end - 1)}: ${told}`
          }
        >
          {slices.map((slice, index) => (
            <Bar
              key={slice.start}
              slice={slice}
              index={index}
              most={most}
              title={`${moment(slice.start)}: ${formatNumber(slice.events)}`}
            />
          ))}
        </svg>
        {uncounted > 0 && (
          <div className={classes.uncounted} style={{ inlineSize: `${uncounted * 100}%` }} title="Not counted" />
        )}
        {span !== undefined && (
          <div
            className={classes.span}
            style={{ insetInlineStart: `${span.start * 100}%`, inlineSize: `${(span.end - span.start) * 100}%` }}
          />
        )}
      </div>
      <div className={classes.axis} aria-hidden>
        {/* The server knows neither the reader's zone nor the time here. */}
        {data !== undefined &&
          [begin, begin + (end - begin) / 2, end - 1].map((ms) => <span key={ms}>{moment(ms)}</span>)}
      </div>
    </figure>
  );
}

function Bar({ slice, index, most, title }: { slice: Slice; index: number; most: number; title: string }) {
  return (
    <g>
      <title>{title}</title>
      <rect x={index} y={0} width={1} height={100} className={classes.ground} />
      {stackOf(slice, most).map(({ severity, top, height }) => (
        <rect key={severity} x={index + 0.08} y={top} width={0.84} height={height} data-severity={severity} />
      ))}
    </g>
  );
}

/** `isOld`: the picture is that of the question before, so its times say nothing about this one. */
type Range = { begin: number; end: number; sliceMs: number; isOld: boolean };

/** Dragging narrows the time to whole slices; with the shift key the time moves along. */
function useBrush(range: Range) {
  const { change } = useLog();
  const ref = useRef<HTMLDivElement>(null);
  const start = useRef<{ at: number; isMove: boolean }>(undefined);
  const [span, setSpan] = useState<Span>();
  const placeOf = (event: PointerEvent): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - left) / Math.max(1, width)));
  };
  const spanTo = (at: number): Span => {
    const from = start.current?.at ?? at;
    return { start: Math.min(from, at), end: Math.max(from, at) };
  };
  const handlers = {
    onPointerDown(event: PointerEvent): void {
      if (event.button !== 0 || range.isOld) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { at: placeOf(event), isMove: event.shiftKey };
    },
    onPointerMove(event: PointerEvent): void {
      if (start.current !== undefined && !start.current.isMove) setSpan(spanTo(placeOf(event)));
    },
    onPointerUp(event: PointerEvent): void {
      const began = start.current;
      if (began === undefined) return;
      const at = placeOf(event);
      const whole = spanTo(at);
      start.current = undefined;
      setSpan(undefined);
      if (!began.isMove) return change({ time: momentsOfSpan(whole, range) });
      const shift = Math.round((began.at - at) * (range.end - range.begin));
      const moment = (ms: number): string => new Date(ms + shift).toISOString();
      if (shift !== 0) change({ time: { from: moment(range.begin), to: moment(range.end - 1) } });
    },
    onPointerCancel(): void {
      start.current = undefined;
      setSpan(undefined);
    },
  };
  return { ref, span, handlers };
}
