import { useEffect, useState } from 'react';

import { canUsePasskeys, hasAuthenticator } from './passkeys.ts';

/** Where a passkey could be made: here, or on a key or phone; undefined where none could be. */
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
