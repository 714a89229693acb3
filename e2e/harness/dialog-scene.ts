import { givePasskey } from '../service/past.ts';
import { world } from '../service/world.ts';
import { fillDashboard } from './dashboard-pages.ts';
import { send } from './log.ts';
import { invite, inviteAs, makeColleague, makeMember, type Member } from './member.ts';
import { makeAccount, makeGroupKey, makeKey, makeSite, makeStream } from './operator.ts';
import { openTypist } from './reach.ts';
import { rest } from './rest.ts';

/** An account in which every dialog of the dashboard can be opened, and what their buttons name. */
export type DialogScene = {
  member: Member;
  /** By id. */
  site: string;
  group: string;
  stream: string;
  event: number;
  /** The prefixes of the keys of the account, of the group and of the site. */
  keys: { account: string; group: string; site: string };
  /** The domain of a site on legal hold. */
  held: string;
  invited: string;
  colleague: string;
};

/** Names that people choose. */
export const names = { view: 'Deletions', passkey: 'Phone of Jo', user: 'mia' };

const prefixOf = (key: string): string => key.split('_')[2] ?? '';

export async function makeDialogScene(): Promise<DialogScene> {
  const member = await makeMember();
  const { account } = member;
  const { site, group } = await fillDashboard(member);
  const key = await makeKey(account, 'Warehouse');
  const groupKey = await makeGroupKey(key, { id: group }, 'nightly');
  const [busy, quiet] = [await makeSite(account), await makeSite(account)];
  await send(busy, [{ message: 'Deleted the user jo', severity: 'high', username: names.user, user_id: 7 }]);
  const { events } = (await rest('GET', '/account/events', { token: key })).body as { events: { id: number }[] };
  const { body } = await rest('GET', `/account/sites/${site}/tokens`, { token: key });
  const { tokens } = body as { tokens: { prefix: string }[] };
  const stream = await makeStream(key);
  const { email: invited } = await inviteAs(member);
  const { email: colleague } = await makeColleague(member, {});
  await givePasskey(world(), { email: member.email, name: names.passkey });
  const typist = await openTypist(member.session);
  const act = async (procedure: string, input: object): Promise<void> => {
    const answer = await typist.call(procedure, { account: account.id, input, isChange: true });
    if (!answer.ok()) throw new Error(`${procedure} was refused: ${answer.status()} ${await answer.text()}`);
  };
  await act('dashboard.views.save', { name: names.view, query: 'q=deleted&severity=high' });
  await act('dashboard.holds.create', { reason: 'Case 4711', site_id: quiet.site_id });
  // A second account, between which the person switches.
  const { secret } = await invite(await makeAccount(), { email: member.email });
  await act('me.join', { token: secret });
  await typist.close();
  return {
    member,
    site,
    group,
    stream: stream.id,
    event: events[0]?.id ?? 0,
    keys: { account: prefixOf(key), group: groupKey.prefix, site: tokens[0]?.prefix ?? '' },
    held: quiet.domain,
    invited,
    colleague,
  };
}
