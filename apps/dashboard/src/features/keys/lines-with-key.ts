import { version } from '@goal/contract';

/** A shell command for the newest events; `$API` where the address is not known. */
export const readLine = (api = '$API', key = '$KEY'): string =>
  `curl -s "${api}/account/events?limit=10" -H "Authorization: Bearer ${key}"`;

/** Makes a key of a group, which the dashboard does not (rulings §10.16). */
export const groupKeyLine = (api = '$API'): string =>
  [
    `curl -s -X POST "${api}/account/groups/$GROUP/keys"`,
    '-H "Authorization: Bearer $KEY"',
    "-H 'Content-Type: application/json'",
    `-d '{"name":"crm"}'`,
  ].join(' \\\n  ');

export const readProgram = (api = '$API'): string =>
  [
    `// npm install ${api}/docs/goal-client-${version}.tgz`,
    `import { createGoalClient } from '@goal/client';`,
    '',
    `const client = createGoalClient({ baseUrl: '${api}', token: process.env.KEY });`,
    'const { events } = await client.events.list({ limit: 10 }).page();',
    'console.log(events);',
  ].join('\n');

/** What connects an AI tool: the command of one, whose address and header others take too. */
export const assistantLine = (api = '$API'): string =>
  `claude mcp add --transport http goal ${api}/mcp --header "Authorization: Bearer $KEY"`;
