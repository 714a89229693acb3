import { actorKindNames, detailsOf, reasonOf, sentenceOf, type ActionView } from '@goal/contract';
import { LoneLink } from '@goal/ui/page/link.tsx';
import { SkeletonRows } from '@goal/ui/state/skeletons.tsx';
import { TableRegion } from '@goal/ui/table/table-region.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { ZoneSwitch } from '@goal/ui/text/zone-switch.tsx';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { Code, Text } from '@mantine/core';

import classes from './actions.module.css';
import { type AccountOf, emailIn, type NameOf, useNames } from './use-names.ts';

type Props = {
  rows: readonly ActionView[] | undefined;
  /** The rows answer the previous query. */
  isOld: boolean;
  /** The answer to the current query is late: the rows are dimmed. */
  isWaiting: boolean;
  /** False if all rows belong to one account. */
  hasAccounts: boolean;
};

export function ActionRows({ rows, isOld, isWaiting, hasAccounts }: Props) {
  const { accountOf, formerOf, domainOf } = useNames(rows ?? [], hasAccounts);
  return (
    <TableRegion label="Record of actions">
      <table
        className={classes.table}
        data-old={isWaiting || undefined}
        aria-busy={isOld || rows === undefined}
        data-fixed
      >
        <thead>
          <tr>
            <th scope="col" className={classes.when}>
              When <ZoneSwitch />
            </th>
            <th scope="col" className={classes.who}>
              Who
            </th>
            <th scope="col">What</th>
            <th scope="col" className={classes.whom}>
              {hasAccounts ? 'Account and site' : 'Site'}
            </th>
            <th scope="col" className={classes.details}>
              Details
            </th>
          </tr>
        </thead>
        <tbody>
          {rows === undefined ? (
            <SkeletonRows columns={5} />
          ) : (
            rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <Time value={row.occurred_at} />
                </td>
                <td>
                  <bdi>{row.actor}</bdi>
                  <Text size="xs" c="dimmed">
                    {actorKindNames[row.actor_kind]}
                  </Text>
                </td>
                <td>
                  {sentenceOf(row)}
                  <Reason row={row} />
                  <Text size="xs" c="dimmed">
                    {row.action}
                  </Text>
                </td>
                <td>
                  {hasAccounts && row.account_id !== null && (
                    <AccountName row={row} id={row.account_id} accountOf={accountOf} formerOf={formerOf} />
                  )}
                  {row.site_id !== null && <SiteName row={row} id={row.site_id} domainOf={domainOf} />}
                </td>
                <td>
                  <Details row={row} />
                </td>
              </tr>
            ))
          )}
        </tbody>
      </table>
    </TableRegion>
  );
}

const written = (row: ActionView, name: string): string | undefined => {
  const value = row.detail?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};
const shortened = (id: string): string => `${id.slice(0, 8)}…`;

type AccountProps = { row: ActionView; id: string; accountOf: AccountOf; formerOf: NameOf };

/** The account by its e-mail and its name; a deleted one by the e-mail that the record has. */
function AccountName({ row, id, accountOf, formerOf }: AccountProps) {
  const account = accountOf(id);
  const isGone = account === null;
  return (
    <div>
      <LoneLink
        href={isGone ? `/actions?account=${id}` : `/accounts/${id}`}
        size="sm"
        className={classes.link}
        title={isGone ? `${id}: all actions on it` : id}
      >
        <bdi>{account?.email ?? emailIn(row) ?? formerOf(id) ?? shortened(id)}</bdi>
      </LoneLink>
      {isGone && <Gone />}
      {account?.name !== undefined && (
        <Text size="xs">
          <bdi>{account.name}</bdi>
        </Text>
      )}
    </div>
  );
}

function SiteName({ row, id, domainOf }: { row: ActionView; id: string; domainOf: NameOf }) {
  const domain = domainOf(id);
  const name = domain ?? written(row, 'domain') ?? shortened(id);
  return (
    <Text size="xs" component="div">
      {domain === null ? (
        <>
          <bdi title={id}>{name}</bdi>
          <Gone />
        </>
      ) : (
        <LoneLink href={`/sites/${id}`} size="xs" className={classes.link} title={id}>
          <bdi>{name}</bdi>
        </LoneLink>
      )}
    </Text>
  );
}

function Gone() {
  return (
    <Text span size="xs" c="dimmed">
      {' '}
      deleted
    </Text>
  );
}

function Reason({ row }: { row: ActionView }) {
  const reason = reasonOf(row);
  if (reason === undefined) return null;
  return (
    <Text size="sm">
      Why: <bdi>{reason}</bdi>
    </Text>
  );
}

function Details({ row }: { row: ActionView }) {
  // The reason stands in the row itself.
  const details = detailsOf(row).filter(({ name }) => name !== 'reason' || reasonOf(row) === undefined);
  if (details.length === 0) return null;
  return (
    <details className={classes.detail}>
      <summary>{countOf(details.length, 'detail')}</summary>
      <dl>
        {details.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Code dir="auto">{text}</Code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
