import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For a field whose value React controls: `take` gets what a person typed or chose before the
 * scripts had loaded, which the next rendering would wipe. The answer is the ref of the field.
 */
export function useEarlyValue<T extends HTMLInputElement | HTMLSelectElement>(
  value: string,
  take: (early: string) => void,
): RefObject<T | null> {
  const field = useRef<T>(null);
  useLayoutEffect(() => {
    const early = field.current?.value;
    // A field drops the line breaks of its value.
    if (early !== undefined && early !== value.replace(/[\r\n]/g, '')) take(early);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the first rendering finds such a value
  }, []);
  return field;
}
