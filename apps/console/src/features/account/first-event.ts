/** A command that sends a first event with a key of a site, as it can be pasted into a shell. Where the API's address is not known it says `$API`. */
export function firstEvent(domain: string, key: string, api = '$API'): string {
  // No part of it may hold a quote: a domain and a key never do.
  const event =
    '{"occurred_at":"\'"$(date -u +%Y-%m-%dT%H:%M:%SZ)"\'","code":1000,"severity":"info","object":"site","event_type":"connected","message":"First event"}';
  return [
    `curl -s "${api}/events"`,
    `-H 'Authorization: Bearer ${key}'`,
    `-H 'X-Site-Domain: ${domain}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${event}'`,
  ].join(' \\\n  ');
}
