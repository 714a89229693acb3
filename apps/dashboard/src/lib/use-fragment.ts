import { useEffect, useState } from 'react';

/**
 * What the dashboard's server has put behind the `#` of the address with which the page was loaded
 * (entry/sso.ts): `useFragment('refused')`. It leaves the address at once. Undefined where there is
 * none; `forget` ends it.
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
