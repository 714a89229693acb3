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
