import { type PointerEvent, useRef, useState } from 'react';

import { useLog } from '../../filters/query/log-context.tsx';
import { momentsOfSpan, type Span } from './slices.ts';

/** `isOld`: the picture is that of the question before, so its times say nothing about this one. */
type Range = { begin: number; end: number; sliceMs: number; isOld: boolean };

/**
 * Dragging over the plot: narrows the time to the slices that were dragged over, or to the one that
 * was clicked. With the shift key the time moves along.
 */
export function useBrush(range: Range) {
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
