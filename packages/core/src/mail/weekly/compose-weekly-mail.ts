import { Allowance, withAllowance } from '@goal/db';

import type { Core } from '../../core.ts';
import type { Db } from '../../ground/db.ts';
import type { DueChosen } from '../due-mail.ts';
import type { Message } from '../mailer.ts';
import { unsubscribing } from '../unsubscribing.ts';
import { isMailable } from '../../member/mailable.ts';
import { weeklyFigures } from './figures.ts';
import { daysBefore, knownZone } from './monday.ts';
import { weeklyLetter } from './weekly-letter.ts';

/** What one mail may cost the database, in ms. It counts towards the share of its account. */
const budgetMs = 10_000;

/**
 * Composes a weekly summary by what the member may see at this moment (rulings §10.40). Returns
 * undefined if they get none any more: they switched it off, are no member, have not proven their
 * e-mail, or have no second factor where the account requires one. Nothing of it is stored but the
 * hash of its link.
 */
export function composeWeeklyMail(
  core: Core,
  dashboardUrl: string,
  due: DueChosen,
): Promise<Omit<Message, 'id'> | undefined> {
  const allowance = new Allowance({ owner: `account:${due.accountRowId}`, budgetMs });
  return withAllowance(allowance, () => compose(core, dashboardUrl, due));
}

async function compose(
  core: Core,
  dashboardUrl: string,
  { personRowId, accountRowId, week }: DueChosen,
): Promise<Omit<Message, 'id'> | undefined> {
  const reader = await findReader(core, personRowId, accountRowId);
  if (reader === undefined) return undefined;
  const { account, group, zone, brand } = reader;
  const days = daysBefore(zone, week);
  const figures = await weeklyFigures(
    core,
    {
      account: { rowId: accountRowId, id: account.id },
      ...(group === undefined ? {} : { group: { rowId: group.rowId, id: group.id } }),
    },
    { ...days, withTexts: reader.withTexts },
  );
  const { link: unsubscribe, headers } = await unsubscribing(core, dashboardUrl, { personRowId, kind: 'weekly' });
  return {
    to: reader.email,
    ...weeklyLetter(figures, {
      account,
      group: group?.name,
      zone,
      brand,
      log: `${dashboardUrl}/a/${account.id}/log?from=${days.from}T00:00:00.000Z&to=${days.to}T23:59:59.999Z`,
      unsubscribe,
    }),
    ...headers,
  };
}

type WeeklyReader = {
  email: string;
  zone: string;
  withTexts: boolean;
  account: { id: string; name: string | null; email: string };
  group: { rowId: number; id: string; name: string } | undefined;
  /** The name of the account's brand, where it is shown (rulings §10.38). */
  brand: string | null;
};

async function findReader({ db }: Db, personRowId: number, accountRowId: number): Promise<WeeklyReader | undefined> {
  type Row = Record<'email' | 'zone' | 'account_id' | 'account_email' | 'group_id' | 'group_name', string> &
    Record<'account_name' | 'brand', string | null> & { with_texts: boolean; group_no: number | null };
  const { rows } = await db.work.query<Row>(
    `select p.email, coalesce(p.time_zone, 'UTC') as zone, w.with_texts,
       a.id::text as account_id, a.name as account_name, a.email as account_email,
       m.group_no, coalesce(g.id::text, '') as group_id, coalesce(g.name, '') as group_name,
       (select b.name from brand b where b.account_no = a.no and a.is_reseller) as brand
     from weekly_mail w join membership m on m.person_no = w.person_no and m.account_no = w.account_no
       join person p on p.no = w.person_no join account a on a.no = w.account_no
       left join site_group g on g.no = m.group_no
     where w.person_no = $1 and w.account_no = $2 and ${isMailable}`,
    [personRowId, accountRowId],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    email: row.email,
    zone: knownZone(row.zone),
    withTexts: row.with_texts,
    account: { id: row.account_id, name: row.account_name, email: row.account_email },
    group: row.group_no === null ? undefined : { rowId: row.group_no, id: row.group_id, name: row.group_name },
    brand: row.brand,
  };
}
