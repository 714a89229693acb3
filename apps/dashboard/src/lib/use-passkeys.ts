import { useEffect, useState } from 'react';

import { canUsePasskeys, hasAuthenticator } from './passkeys.ts';

/**
 * Where a passkey could be made: on `this device`; `elsewhere`, on a security key or a phone, if
 * the person has one; undefined where the browser makes none, and until it has said so.
 */
export function usePasskeys(): 'this device' | 'elsewhere' | undefined {
  const [where, setWhere] = useState<'this device' | 'elsewhere'>();
  useEffect(() => {
    let isGone = false;
    const tell = (has: boolean): void => {
      if (!isGone && canUsePasskeys()) setWhere(has ? 'this device' : 'elsewhere');
    };
    hasAuthenticator().then(tell, () => tell(false));
    return () => {
      isGone = true;
    };
  }, []);
  return where;
}
