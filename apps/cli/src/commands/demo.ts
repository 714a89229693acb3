import { visible } from '@goal/contract';
import type { Core } from '@goal/core';
import { Command } from 'commander';

import { demoEmail } from '../demo/story.ts';
import { curlLines } from '../demo/curl-lines.ts';
import { clientEmail, ownerEmail, renewDashboardLinks } from '../demo/dashboard-links.ts';
import { ensureDemoAccount, runExclusively } from '../demo/demo-account.ts';
import { backdateArrivals, backdateCreation } from '../demo/past.ts';
import { renewKeys } from '../demo/keys.ts';
import { judgeReceiver, receiveDemo } from '../demo/receiver.ts';
import { demoDays, sendLive, sendStory } from '../demo/send.ts';
import type { Env } from '../env.ts';
import { portOf } from '../port-of.ts';
import { say, sayJson, tell } from '../terminal.ts';
import { withCore } from '../with-core.ts';

/** `goal demo` (rulings §9.1): makes a demo account with sites, 90 days of events and keys. */
export function demoCommand(): Command {
  return new Command('demo')
    .description(`make a demo account (${demoEmail}) with 14 sites and ${demoDays} days of events, and print its keys`)
    .option('--live', 'then send an event every few seconds until Ctrl-C')
    .option('--receiver', 'then receive its events by a stream to a webhook, check and print each until Ctrl-C')
    .option('--receiver-port <port>', 'where it listens', portOf, 8080)
    .option('--json', 'print one JSON object: {"dashboard", "account", "groups", "sites", "site", "events", "curl"}')
    .addHelpText(
      'after',
      `
A later run sends the events since the last one, and prints new keys and links. It revokes the keys it printed before, and
removes the two people of its links (${ownerEmail}, ${clientEmail}) with their passwords, passkeys, sessions and own
views: join again by the new links. It changes nothing else: whatever you add, rename or pause in the account stays.

Examples:
  goal demo
  goal demo --live
  STREAM_ALLOW_NETS=127.0.0.1/32 goal demo --receiver --live   with a service that has the same variable`,
    )
    .action(({ live: sendsLive, receiver: receives, receiverPort: port, json }: Options) =>
      withCore(async ({ core, env, signal }) => {
        if (receives) judgeReceiver(env.streams.allowNets);
        const result = await runExclusively(core, () => runDemo(core, env, signal));
        if (json) sayJson(asJson(result));
        else say(asText(result));
        const printing = { signal, tell: json ? tell : say };
        const live = async () => sendsLive && sendLive(core, result.demo, printing);
        await (receives ? receiveDemo(core, result.demo, { ...printing, port, live }) : live());
      }),
    );
}

type DemoRun = Awaited<ReturnType<typeof runDemo>>;

async function runDemo(core: Core, env: Env, signal: AbortSignal) {
  const now = Date.now();
  const demo = await ensureDemoAccount(core, tell);
  await backdateCreation(core, demo);
  const sent = await backdateArrivals(core, demo, () => sendStory(core, demo, now, signal));
  const keys = await renewKeys(core, demo);
  const links = await renewDashboardLinks(core, env, demo);
  return { demo, sent, keys, links, curl: curlLines(env.baseUrl, keys, now) };
}

type Options = { live?: true; receiver?: true; receiverPort: number; json?: true };

function asJson({ demo, sent, keys, links, curl }: DemoRun): object {
  return {
    dashboard: { owner: links.owner, client: links.client },
    account: { id: demo.caller.account.id, email: demoEmail, key: keys.account },
    groups: keys.groups,
    sites: demo.sites.map(({ id, plan, status }) => ({ id, domain: plan.domain, status })),
    site: keys.site,
    events: { ...sent, days: demoDays },
    curl: curl.map(({ line }) => line),
  };
}

function asText({ demo, sent, keys, links, curl }: DemoRun): string {
  const rows = [
    ['account', keys.account],
    ...keys.groups.map(({ name, key }) => [`group ${visible(name)}`, key]),
    [`site ${keys.site.domain}`, keys.site.key],
  ];
  const width = Math.max(...rows.map(([what = '']) => what.length));
  return [
    `The demo account ${demoEmail}: ${demo.groups.length} groups, ${demo.sites.length} sites, ${sent.events} events of ${demoDays} days (${sent.accepted} of them new).`,
    '',
    `Dashboard  ${links.owner}  (opens the demo account as its owner, once, for an hour)`,
    `           ${links.client}  (as ${clientEmail}, who sees ${links.group} alone, once, for an hour)`,
    '',
    'Its keys, shown only once. The keys of an earlier run are revoked:',
    ...rows.map(([what = '', key = '']) => `  ${what.padEnd(width)}  ${key}`),
    '',
    'With a running server (npm start) you can paste each of these lines into a shell:',
    ...curl.flatMap(({ shows, line }) => ['', `  ${shows}:`, line]),
  ].join('\n');
}
