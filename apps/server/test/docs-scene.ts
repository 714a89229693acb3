import { makeEvent, type TestService } from './harness.ts';

/** The ids that «Questions and answers» prints for its first two sites. */
const printedIds = ['8d0f6a52-6c1e-4f0e-8a7b-1d1f2a3b4c5d', '2b7c1e90-4a3d-4c58-9f16-7e0d5b8a6c34'] as const;

type Fields = Readonly<Record<string, string | number>>;

const eva: Fields = { user_id: 2, username: 'eva', ip: '203.0.113.7' };
const asEva: Fields = { ...eva, ip: '198.51.100.23' };
const nobody: Fields = { user_id: 0, username: '', ip: '198.51.100.23' };
const agency: Fields = { user_id: 1, username: 'agency', ip: '192.0.2.44' };
const tom: Fields = { user_id: 4, username: 'tom', ip: '203.0.113.9' };

const login: Fields = { code: 1000, severity: 'low', object: 'user', event_type: 'login' };
const logout: Fields = { code: 1001, severity: 'low', object: 'user', event_type: 'logout' };
const failed: Fields = { code: 1002, severity: 'medium', object: 'user', event_type: 'failed-login' };
const unknown: Fields = { code: 1003, severity: 'low', object: 'system', event_type: 'failed-login' };
const published: Fields = { code: 2001, severity: 'low', object: 'post', event_type: 'published' };
const modified: Fields = { code: 2002, severity: 'low', object: 'post', event_type: 'modified' };
const userGone: Fields = { code: 4007, severity: 'high', object: 'user', event_type: 'deleted' };
const installed: Fields = { code: 5000, severity: 'critical', object: 'plugin', event_type: 'installed' };
const updated: Fields = { code: 5004, severity: 'low', object: 'plugin', event_type: 'updated' };
const pageGone: Fields = {
  code: 2012,
  severity: 'medium',
  object: 'post',
  event_type: 'deleted',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0',
  session_id: '5d2e91',
  post_id: 12,
  post_type: 'page',
  post_status: 'trash',
};

/** An event of January 2026. */
const on = (at: string, who: Fields, kind: Fields, message: string): object =>
  makeEvent({ occurred_at: `2026-01-${at}:00Z`, ...who, ...kind, message });

const events = {
  shop: [
    on('05T08:10', eva, login, 'User eva logged in.'),
    on('05T08:25', eva, modified, 'Modified the page "Prices".'),
    on('19T07:58', asEva, failed, 'Failed login attempt for the user eva from 198.51.100.23.'),
    on('19T07:59', asEva, failed, 'Failed login attempt for the user eva from 198.51.100.23.'),
    on('19T08:01', eva, login, 'User eva logged in.'),
    on('30T22:05', asEva, login, 'User eva logged in.'),
    on('30T22:09', asEva, pageGone, 'Moved the page "Prices" to the trash.'),
    on('30T22:12', asEva, userGone, 'Deleted the user max, who had the role author.'),
    on('30T22:14', asEva, installed, 'Installed the plugin File Tree 7.2.'),
    on('30T22:20', asEva, logout, 'User eva logged out.'),
  ],
  blog: [
    on('14T10:00', agency, login, 'User agency logged in.'),
    on('14T10:06', agency, updated, 'Updated the plugin Contact Form from 5.1 to 5.2.'),
    on('14T10:30', agency, logout, 'User agency logged out.'),
    on('28T23:30', nobody, unknown, 'Failed login attempt for a user that does not exist, from 198.51.100.23.'),
    on('31T08:00', tom, login, 'User tom logged in.'),
    on('31T08:20', tom, published, 'Published the post "Winter sale".'),
  ],
  old: [on('03T12:00', agency, modified, 'Modified the page "Home".')],
};

/**
 * Makes the account that «Questions and answers» asks about: three sites in January 2026, the first
 * one in a group. It is a reseller, so its events stay however old they are.
 */
export async function makeQuestionsScene(service: TestService): Promise<{
  env: Record<string, string>;
  /** Puts the ids that the page prints in place of those of the sites. */
  asPrinted: (answer: string) => string;
}> {
  const account = await service.makeAccount({ plan: 'agency', reseller: true });
  const group = await service.makeGroup(account, { name: 'Bakery Smith' });
  const shop = await service.makeSite(account, { domain: 'shop.example.com', group_id: group.id });
  const blog = await service.makeSite(account, { domain: 'blog.example.com' });
  const old = await service.makeSite(account, { domain: 'old.example.com' });
  await service.ingest(shop, events.shop);
  await service.ingest(blog, events.blog);
  await service.ingest(old, events.old);
  return {
    env: {
      GOAL_URL: `${service.origin}${service.basePath}`,
      GOAL_KEY: account.token,
      GOAL_GROUP_ID: group.id,
      GOAL_SITE_KEY: shop.token,
      GOAL_SITE_DOMAIN: shop.domain,
    },
    asPrinted: (answer) => answer.replaceAll(shop.id, printedIds[0]).replaceAll(blog.id, printedIds[1]),
  };
}
