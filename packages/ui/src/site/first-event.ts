/** Reads the newest events with a site key; `$API` where the address is not known. */
export function newestEvents(domain: string, key: string, api = '$API'): string {
  return [
    `curl -s "${api}/events?limit=10"`,
    `-H 'Authorization: Bearer ${key}'`,
    `-H 'X-Site-Domain: ${domain}'`,
  ].join(' \\\n  ');
}

/** Sends a first event with a site key; `$API` where the address is not known. */
export function firstEvent(domain: string, key: string, api = '$API'): string {
  // Nothing is escaped: neither a domain nor a key can contain a quote.
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
