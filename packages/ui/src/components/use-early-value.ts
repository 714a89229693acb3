import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * For a field whose value React controls: `take` gets what a person typed or chose before the
 * scripts had loaded, which the next rendering would wipe. The answer is the ref of the field.
 */
export function useEarlyValue<T extends HTMLInputElement | HTMLSelectElement>(
  value: string,
  take: (early: string) => void,
): RefObject<T | null> {
  const field = useRef<T>(null);
  const early = useRef<string>(undefined);
  useLayoutEffect(() => {
    const found = field.current?.value;
    // A field drops the line breaks of its value.
    if (found !== value.replace(/[\r\n]/g, '')) early.current = found;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the first rendering finds such a value
  }, []);
  useEffect(() => {
    // The router hears of a change of the URL once all effects of the first rendering have run.
    const timer = setTimeout(() => early.current !== undefined && take(early.current));
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as above
  }, []);
  return field;
}
