import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { useSiteField } from './use-site-field.ts';

/** Whose events: a name, a site and a user id, or all three. */
export type Whose = { username: string | null; site_id: string | null; user_id: number | null };

function missingOf({ username, site_id: site, user_id: userId }: Whose): string | undefined {
  if (username === null && userId === null) return 'Give a user name, or a site and a user id.';
  return userId !== null && site === null ? 'Choose the site whose user id this is.' : undefined;
}

export function useErasureForm() {
  const client = useTRPCClient();
  const site = useSiteField();
  const [username, setUsername] = useState('');
  const [userId, setUserId] = useState<number | string>('');
  const [missing, setMissing] = useState<string>();
  // Each look asks again: the counts of a moment ago may be wrong.
  const [asked, setAsked] = useState<{ look: number; whose: Whose }>();
  const preview = useQuery({
    queryKey: ['what an erasure would do', asked?.look],
    queryFn: asked === undefined ? skipToken : () => client.dashboard.redactions.preview.query(asked.whose),
    retry: false,
    gcTime: 0,
  });
  // Counts the changes of the fields, so that an answer about what they said before is dropped.
  const changes = useRef(0);
  const changed = (): void => {
    changes.current += 1;
    setAsked(undefined);
    setMissing(undefined);
  };
  /** A setter that counts as a change, unless a field says again what it said. */
  const changing =
    <Value>(now: Value, set: (value: Value) => void) =>
    (value: Value): void => {
      if (value !== now) changed();
      set(value);
    };
  return {
    username,
    setUsername: changing(username, setUsername),
    site: { ...site, type: changing(site.domain, site.type) },
    userId,
    setUserId: changing(userId, setUserId),
    refusal: missing ?? (asked === undefined || preview.error === null ? undefined : failureOf(preview.error).sentence),
    isLooking: preview.isFetching,
    seen: asked === undefined || preview.data === undefined ? undefined : { whose: asked.whose, preview: preview.data },
    async look(): Promise<void> {
      changed();
      const look = changes.current;
      const siteId = await site.find();
      if (siteId === undefined || look !== changes.current) return;
      const whose = {
        username: username.trim() === '' ? null : username,
        site_id: siteId,
        user_id: typeof userId === 'number' ? userId : null,
      };
      const lacks = missingOf(whose);
      setMissing(lacks);
      if (lacks === undefined) setAsked({ look, whose });
    },
    clear(): void {
      changed();
      setUsername('');
      site.type('');
      setUserId('');
    },
  };
}
