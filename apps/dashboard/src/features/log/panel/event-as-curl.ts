import { quoted } from './copies.ts';

/**
 * One event as a call of the tool `get_event`, for a key in the variable GOAL_KEY: no path of the
 * API reads one event.
 */
export function eventAsCurl(id: number, api: string): string {
  const params = { name: 'get_event', arguments: { id } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return [
    `curl -H "Authorization: Bearer $GOAL_KEY"`,
    `-H 'Content-Type: application/json'`,
    `-H 'Accept: application/json, text/event-stream'`,
    `-d ${quoted(body)}`,
    quoted(`${api}/mcp`),
  ].join(' ');
}
