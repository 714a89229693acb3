import type { MemberSite, SiteKeyView } from '@goal/contract';

import { RevokeKey } from '../keys/revoke-key.tsx';

type Props = { site: Pick<MemberSite, 'id'>; known: SiteKeyView; active: number; onClose: () => void };

/** Asks before a key of a site is revoked. A file of its own, so that it loads when needed. */
export function RevokeSiteKey({ site: { id }, known, active, onClose }: Props) {
  return (
    <RevokeKey
      known={known}
      who="Whatever uses it"
      note={active === 1 && 'It is the only key: the site can send nothing until you make another.'}
      revoke={(client, prefix) => client.sites.tokens.revoke.mutate({ id, prefix })}
      onClose={onClose}
    />
  );
}
