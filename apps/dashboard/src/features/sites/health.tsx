import type { MemberSite } from '@goal/contract';
import { TextLink } from '@goal/ui/page/link.tsx';
import { formatUtcDay, Time } from '@goal/ui/text/time.tsx';
import { countOf } from '@goal/ui/lib/numbers.ts';

import { pathOfConnect, pathOfSite } from '../../lib/paths.ts';
import classes from './sites.module.css';

export const healthNames = {
  ok: 'Events arrive',
  silent: 'Silent',
  refused: 'Refused',
  never: 'Never sent',
} as const satisfies Record<MemberSite['health'], string>;

const signs = { ok: '●', silent: '◐', refused: '✕', never: '○' } as const;

type Props = { site: MemberSite; mayChange: boolean };

export function Health({ site, mayChange }: Props) {
  return (
    <span className={classes.health}>
      <span aria-hidden className={classes.sign} data-health={site.health}>
        {signs[site.health]}
      </span>
      <span>
        <Words site={site} mayChange={mayChange} />
      </span>
    </span>
  );
}

function Words({ site, mayChange }: Props) {
  const { id, account_id: account, health, last_accepted_at: accepted, last_refused_at: refused, silence } = site;
  if (health === 'refused' && refused !== null)
    return (
      <>
        refused <Time value={refused} as="ago" />: {site.last_refusal}{' '}
        <TextLink href={pathOfSite(account, id)} inherit>
          What to do
        </TextLink>
      </>
    );
  if (health === 'silent' && silence !== null)
    return (
      <>
        silent since {formatUtcDay(silence.last_day)}, usually at most {countOf(silence.usual_gap_days, 'day')} apart
      </>
    );
  if (accepted !== null) return <Time value={accepted} as="ago" />;
  return (
    <>
      never sent{' '}
      {mayChange && (
        <TextLink href={pathOfConnect(account, id)} inherit>
          Connect
        </TextLink>
      )}
    </>
  );
}
