/** The host that a sink sends to, without path and query, which may hold tokens; null for mail. */
export function hostOfSink(sink: Readonly<Record<string, unknown>>): string | null {
  const { url, endpoint, host, bucket, region } = sink;
  if (typeof url === 'string') return new URL(url).host;
  if (typeof endpoint === 'string') return new URL(endpoint).host;
  if (typeof bucket === 'string') return `s3.${String(region)}.amazonaws.com`;
  return typeof host === 'string' ? host : null;
}
