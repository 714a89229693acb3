import { useEffect, useEffectEvent } from 'react';

/** Calls `onFollow` when a link is followed: a pending change would cancel its navigation. */
export function useFollowedLink(isPending: boolean, onFollow: () => void): void {
  const follow = useEffectEvent(onFollow);
  useEffect(() => {
    if (!isPending) return undefined;
    const listen = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('a[href]') !== null) follow();
    };
    document.addEventListener('click', listen, true);
    return () => document.removeEventListener('click', listen, true);
  }, [isPending]);
}
