import { Button } from '@mantine/core';

type Value = string | number | boolean | readonly string[];

type Props = { path: `/${string}.csv`; query: Readonly<Record<string, Value>>; label?: string };

/** Takes a list home as a CSV file: all rows of `query`, not only those of the page. */
export function DownloadButton({ path, query, label = 'Download CSV' }: Props) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (name !== 'limit' && name !== 'cursor') params.set(name, String(value));
  }
  return (
    <Button component="a" href={`${path}${params.size === 0 ? '' : `?${params}`}`} download variant="default">
      {label}
    </Button>
  );
}
