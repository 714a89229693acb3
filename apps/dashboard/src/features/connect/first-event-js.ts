/** A program that sends a first event with a site key, for Node or a browser’s console. */
export function firstEventInJavaScript(domain: string, key: string, api = '$API'): string {
  // Nothing is escaped: neither a domain nor a key can contain a quote.
  return `const answer = await fetch('${api}/events', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${key}',
    'X-Site-Domain': '${domain}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    occurred_at: new Date().toISOString(),
    code: 1000,
    severity: 'info',
    object: 'site',
    event_type: 'connected',
    message: 'First event',
  }),
});
console.log(answer.status, await answer.text());`;
}
