import { Command } from 'commander';

import { demoEmail } from '../demo/agency.ts';
import { curlLines } from '../demo/curl-lines.ts';
import { furnish, type DemoAccount } from '../demo/demo-account.ts';
import { backdateArrivals, backdateBeginnings, before } from '../demo/past.ts';
import { renewKeys, type DemoKeys } from '../demo/keys.ts';
import { sendLive } from '../demo/live.ts';
import { alone } from '../demo/alone.ts';
import { demoDays, sendStory, type Sent } from '../demo/send.ts';
import { tell, withCore } from '../with-core.ts';

type Printed = { demo: DemoAccount; sent: Sent; keys: DemoKeys; curl: ReturnType<typeof curlLines> };

/** `goal demo` (rulings §9.1): a demo account with sites, 90 days of events and keys, to look at the service with. */
export function demoCommand(): Command {
  return new Command('demo')
    .description(`make a demo account (${demoEmail}) with 14 sites and ${demoDays} days of events, and print its keys`)
    .option('--live', 'then send an event every few seconds, until Ctrl-C')
    .option('--json', 'print one JSON object: {"account", "groups", "sites", "site", "events", "curl"}')
    .addHelpText(
      'after',
      `
Run again it sends what is missing up to now, prints new keys, and revokes those that it printed before. Nothing else is touched: what you
add, rename or pause in the account stays.

Examples:
  goal demo
  goal demo --live`,
    )
    .action(async ({ live, json }: { live?: true; json?: true }) => {
      await withCore(async ({ core, env, signal }) => {
        const now = Date.now();
        const printed = await alone(core, async () => {
          const past = await before(core);
          const demo = await furnish(core, tell);
          await backdateBeginnings(core, demo, past);
          const sent = await sendStory(core, demo, now, signal);
          await backdateArrivals(core, demo, past);
          const keys = await renewKeys(core, demo);
          return { demo, sent, keys, curl: curlLines(env.baseUrl, keys, now) };
        });
        console.log(json ? JSON.stringify(asJson(printed)) : asWords(printed));
        if (live) await sendLive(core, printed.demo, signal, json ? tell : console.log);
      });
    });
}

function asJson({ demo, sent, keys, curl }: Printed): object {
  return {
    account: { id: demo.caller.account.id, email: demoEmail, key: keys.account },
    groups: keys.groups,
    sites: demo.sites.map(({ id, plan, status }) => ({ id, domain: plan.domain, status })),
    site: keys.site,
    events: { ...sent, days: demoDays },
    curl: curl.map(({ line }) => line),
  };
}

function asWords({ demo, sent, keys, curl }: Printed): string {
  const rows = [
    ['account', keys.account],
    ...keys.groups.map(({ name, key }) => [`group ${name}`, key]),
    [`site ${keys.site.domain}`, keys.site.key],
  ];
  const width = Math.max(...rows.map(([what = '']) => what.length));
  return [
    `The demo account ${demoEmail}: ${demo.groups.length} groups, ${demo.sites.length} sites, ${sent.events} events of ${demoDays} days (${sent.accepted} of them new).`,
    '',
    'Its keys, shown this once; those of an earlier run are revoked:',
    ...rows.map(([what = '', key = '']) => `  ${what.padEnd(width)}  ${key}`),
    '',
    'Beside a running server (npm start) each of these lines works when pasted.',
    ...curl.flatMap(({ shows, line }) => ['', `  ${shows}:`, line]),
  ].join('\n');
}
