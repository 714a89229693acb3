import { useEffect, useState } from 'react';

/**
 * What the server has put behind the `#` of the address (entry/sso.ts). It leaves the address at
 * once; `forget` ends it.
 */
export function useFragment(name: string): { value: string | undefined; forget: () => void } {
  const [value, setValue] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => {
      const { hash, pathname, search } = window.location;
      const told = new URLSearchParams(hash.slice(1)).get(name);
      if (told === null) return;
      window.history.replaceState(window.history.state, '', `${pathname}${search}`);
      setValue(told);
    });
    return () => clearTimeout(timer);
  }, [name]);
  return { value, forget: () => setValue(undefined) };
}
