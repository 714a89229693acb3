// Registers a site, sends events from it, and reads them back in three ways:
//   GOAL_URL=http://127.0.0.1:4000/v1/goal GOAL_KEY=goal_acct_… node first-steps.mjs shop.test
import { createGoalClient, GoalError } from '@goal/client';

const baseUrl = process.env.GOAL_URL ?? 'http://127.0.0.1:4000/v1/goal';
const account = createGoalClient({ baseUrl, token: process.env.GOAL_KEY ?? '' });
try {
  const { email, plan } = await account.me();
  console.log(`account ${email}, plan ${plan}`);

  const domain = process.argv[2] ?? 'shop.test';
  const { site_id, token } = await account.sites.create({ domain, site_url: `https://${domain}` });
  const site = createGoalClient({ baseUrl, token, siteDomain: domain });

  const event = { occurred_at: new Date().toISOString(), object: 'user', event_type: 'deleted', username: 'admin' };
  await site.sendEvents({ ...event, code: 4007, severity: 'high', message: 'Deleted the user jo' });
  await site.sendEvents({ ...event, code: 4001, severity: 'low', message: 'Deleted the user li' });
  console.log('sent', await site.flush());

  for await (const { severity, message } of account.events.list({ site_id, severity: ['high', 'critical'] }))
    console.log('listed', severity, message);
  for await (const { message } of account.events.export({ site_id, order: 'asc' })) console.log('exported', message);
  for await (const { message } of account.events.tail({ site_id, after: '0' })) {
    console.log('followed', message);
    break; // otherwise the loop waits for new events
  }
} catch (error) {
  console.error(error instanceof GoalError ? `${error.status} ${error.message} (request ${error.requestId})` : error);
  process.exitCode = 1;
}
