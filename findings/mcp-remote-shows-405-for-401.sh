#!/usr/bin/env bash
# A server of Streamable HTTP that refuses a key with 401, and has no stream to GET (405, as the
# protocol allows).
#
# Expected: a bridge tells its user the 401, because nothing but the key is wrong.
# Seen with mcp-remote 0.15.1 and mcporter 0.12.3: the refusal is taken for a server of the older
# transport; both try GET, and the last thing that they show is the 405.
set -euo pipefail
cd "$(mktemp -d)"
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$PWD"' EXIT
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mcp-remote@0.15.1 mcporter@0.12.3 >/dev/null

cat >server.mjs <<'JS'
import { createServer } from 'node:http';
const refusals = { POST: 401, GET: 405 };
const server = createServer((request, response) => {
  const status = request.url === '/mcp' ? (refusals[request.method] ?? 405) : 404;
  const headers = { 401: { 'WWW-Authenticate': 'Bearer' }, 405: { Allow: 'POST' }, 404: {} }[status];
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: `refused with ${status}` }));
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
JS
node server.mjs >port &
server=$!
until [ -s port ]; do kill -0 "$server"; done
url="http://127.0.0.1:$(cat port)/mcp"
export HOME=$PWD

ask='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"person","version":"1"}}}'
remote=$( (echo "$ask"; sleep 20) | timeout 40 npx mcp-remote "$url" --allow-http --header 'Authorization:Bearer wrong' 2>&1 || true)
porter=$(timeout 60 npx mcporter list --http-url "$url" --allow-http --header 'Authorization=Bearer wrong' 2>&1 || true)

grep -F 'Fatal error' <<<"$remote"
grep -F 'Reason' <<<"$porter"
grep -qF 'Fatal error: SseError: SSE error: Non-200 status code (405)' <<<"$remote"
grep -qF 'Reason: SSE error: Non-200 status code (405)' <<<"$porter"
echo 'as seen: both show 405 for a key that was refused with 401'
