import type { MemberEventDetail } from '@goal/contract';
import { TextLink } from '@goal/ui/page/link.tsx';
import { useParams } from 'next/navigation';
import type { ReactNode } from 'react';

import { pathOfSite } from '../../../lib/paths.ts';

import { exactMoment, lateness, zoneName } from '../../filters/query/clock.ts';
import classes from './event-panel.module.css';
import { type FilterName, hasOpposite } from '../../filters/query/filters.ts';
import { useLog } from '../../filters/query/log-context.tsx';
import { ShownText } from './shown-text.tsx';

export function EventFields({ event }: { event: MemberEventDetail }) {
  const { isUtc } = useLog();
  const { id: account } = useParams<{ id: string }>();
  const { occurred_at: at, site_id: site, domain, site_name: siteName, user_id: user, username, ip } = event;
  const time = Date.parse(at);
  return (
    <dl className={classes.fields}>
      <Field name="when">
        {exactMoment(time, { isUtc })} {isUtc ? 'UTC' : `(${zoneName()})`} <span className={classes.moment}>{at}</span>{' '}
        <span className={classes.moment}>{lateness(Date.parse(event.received_at) - time)}</span>
      </Field>
      <Field name="site" actions={<Filter name="site" value={site} label="only this site" />}>
        {domain === undefined ? (
          'a deleted site'
        ) : (
          <TextLink href={pathOfSite(account, site)} inherit>
            <bdi>{domain}</bdi>
          </TextLink>
        )}
        {siteName !== undefined && (
          <span className={classes.aside}>
            «<bdi>{siteName}</bdi>»
          </span>
        )}
      </Field>
      <Field
        name="user"
        actions={
          <>
            {user !== 0 && (
              <Filter name="user_id" value={String(user)} site={site} username={username} label="this user here" />
            )}
            {username !== '' && <Filter name="username" value={username} label="this name on all sites" />}
          </>
        }
      >
        {username === '' ? (
          event.redacted_at === undefined ? (
            'nobody signed in'
          ) : (
            'erased'
          )
        ) : (
          <ShownText value={username} />
        )}
        {user !== 0 && <span className={classes.aside}>{`#${user}`}</span>}
      </Field>
      <Field name="severity" actions={<Filter name="severity" value={event.severity} />}>
        {event.severity}
      </Field>
      <Field name="code" actions={<Filter name="code" value={String(event.code)} />}>
        {event.code}
      </Field>
      <Field name="object" actions={<Filter name="object" value={event.object} />}>
        <ShownText value={event.object} />
      </Field>
      <Field name="type" actions={<Filter name="event_type" value={event.event_type} />}>
        <ShownText value={event.event_type} />
      </Field>
      {ip !== undefined && (
        <Field name="address" actions={<Filter name="ip" value={ip} />}>
          {ip}
        </Field>
      )}
      <Text name="browser" value={event.user_agent} />
      <Text name="session" value={event.session_id} />
      {event.post_id !== null && (
        <Field name="post">
          {`#${event.post_id}`} <ShownText value={[event.post_type, event.post_status].filter(Boolean).join(', ')} />
        </Field>
      )}
      <Field name="id">{event.id}</Field>
    </dl>
  );
}

function Field({ name, actions, children }: { name: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={classes.fieldValue}>{children}</span>
        {actions !== undefined && <span className={classes.actions}>{actions}</span>}
      </dd>
    </div>
  );
}

const Text = ({ name, value }: { name: string; value: string | null }) =>
  value === null || value === '' ? null : (
    <Field name={name}>
      <ShownText value={value} />
    </Field>
  );

type FilterProps = { name: FilterName; value: string; site?: string; username?: string; label?: string };

/** Shows the events with this value alone, or all others. */
function Filter({ name, value, site, username, label = 'only this' }: FilterProps) {
  const { narrow } = useLog();
  if (value === '') return null;
  return (
    <>
      <button
        type="button"
        className={classes.word}
        onClick={(event) =>
          narrow(name, value, {
            isOpposite: event.altKey,
            ...(site === undefined ? {} : { site }),
            ...(username === undefined ? {} : { username }),
          })
        }
      >
        {label}
      </button>
      {hasOpposite(name) && (
        <button type="button" className={classes.word} onClick={() => narrow(name, value, { isOpposite: true })}>
          {`not this${name === 'username' ? ' name' : ''}`}
        </button>
      )}
    </>
  );
}
