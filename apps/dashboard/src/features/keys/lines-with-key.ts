import { version } from '@goal/contract';

/**
 * A shell command that asks for the newest events of the account. Where the address of the API is
 * not known, it contains `$API`.
 */
export const readLine = (api = '$API', key = '$KEY'): string =>
  `curl -s "${api}/account/events?limit=10" -H "Authorization: Bearer ${key}"`;

/**
 * A shell command that makes a key of a group, which the dashboard does not make (rulings §10.16).
 * It needs a key that may read and change.
 */
export const groupKeyLine = (api = '$API'): string =>
  [
    `curl -s -X POST "${api}/account/groups/$GROUP/keys"`,
    '-H "Authorization: Bearer $KEY"',
    "-H 'Content-Type: application/json'",
    `-d '{"name":"crm"}'`,
  ].join(' \\\n  ');

/** A program that prints the newest events of the account, with the client that the API serves. */
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
