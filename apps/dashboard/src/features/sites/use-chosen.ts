import { limits, type MemberSite } from '@goal/contract';
import { useCallback, useState } from 'react';

/** A chosen site and the group that it came from, which undoing a move needs. */
export type Chosen = Pick<MemberSite, 'id' | 'domain' | 'group_id'>;

export const maxChosen = limits.activationIds;

/** The chosen sites, also those of other pages of the list. Beyond `maxChosen` none is added. */
export function useChosen() {
  const [all, setAll] = useState<ReadonlyMap<string, Chosen>>(new Map());
  const choose = useCallback((sites: readonly MemberSite[], isOn: boolean) => {
    setAll((before) => {
      const after = new Map(before);
      for (const { id, domain, group_id } of sites) {
        if (!isOn) after.delete(id);
        else if (after.size < maxChosen) after.set(id, { id, domain, group_id });
      }
      return after;
    });
  }, []);
  const clear = useCallback(() => setAll(new Map()), []);
  return { chosen: all, choose, clear };
}
