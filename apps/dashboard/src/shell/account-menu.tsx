import { Link } from '@goal/ui/page/link.tsx';
import { HeaderMenu } from '@goal/ui/shell/header-menu.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { nameOfAccount } from '../features/account/name-of-account.ts';
import { useAccount } from '../features/account/use-account.ts';
import { pathOfAccount } from '../lib/paths.ts';
import classes from './frame.module.css';

/** The name of the account, and behind it the person's other accounts. */
export function AccountMenu() {
  const { data: account } = useAccount();
  const { data: me } = useQuery(useTRPC().me.get.queryOptions());
  if (account === undefined) return null;
  const { group } = account;
  const shown = (
    <>
      <bdi>{nameOfAccount(account)}</bdi>
      {group !== null && (
        <>
          <span aria-hidden> · </span>
          <bdi>{group.name}</bdi>
        </>
      )}
    </>
  );
  const others = me?.memberships.filter((one) => one.account_id !== account.account_id) ?? [];
  if (others.length === 0) return <span className={classes.accountOnly}>{shown}</span>;
  return (
    <HeaderMenu
      id="accounts"
      label={`Account ${nameOfAccount(account)}${group === null ? '' : `, group ${group.name}`}. Switch to another`}
      name={shown}
      isFirst
    >
      <Text size="sm" c="dimmed" mb="xs">
        Your other accounts
      </Text>
      <ul className={classes.switches}>
        {others.slice(0, 12).map((one) => (
          <li key={one.account_id}>
            <Link href={pathOfAccount(one.account_id)} className={classes.switch}>
              <bdi>{nameOfAccount({ name: one.account_name, email: one.account_email })}</bdi>
              {one.group !== null && (
                <>
                  {' · '}
                  <bdi>{one.group.name}</bdi>
                </>
              )}
            </Link>
          </li>
        ))}
        <li>
          <Link href="/accounts" className={classes.switch}>
            All your accounts
          </Link>
        </li>
      </ul>
    </HeaderMenu>
  );
}
