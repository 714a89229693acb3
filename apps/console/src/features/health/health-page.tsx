'use client';

import { statusLines } from '@goal/contract';
import { ErrorState } from '@goal/ui/state/error-state.tsx';
import { FactList } from '@goal/ui/page/fact-list.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { Alert, Card, Text } from '@mantine/core';

import { useStatus } from './use-status.ts';

export function HealthPage() {
  const { data, error, refetch } = useStatus();
  return (
    <>
      <PageTitle title="Health" />
      <Text size="sm" c="dimmed" mb="sm">
        The same as <code>goal status</code> on the server. This page asks again every minute.
      </Text>
      {error !== null ? (
        <ErrorState query={{ error, refetch }} />
      ) : data === undefined ? (
        <SkeletonBox height="26rem" />
      ) : (
        <>
          <Concerns sentences={data.concerns} />
          <Card withBorder>
            <FactList
              facts={statusLines(data).map(([label, lines]) => [
                label,
                lines.map((line) => (
                  <div key={line}>
                    <Line text={line} />
                  </div>
                )),
              ])}
            />
          </Card>
        </>
      )}
    </>
  );
}

function Concerns({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0)
    return (
      <Alert color="teal" mb="md" role="status">
        All is well.
      </Alert>
    );
  return (
    <Alert color="red" mb="md" role="status" title="Somebody is wanted">
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Alert>
  );
}

const wireTime = /(\d{4}-\d\d-\d\dT[\d:.]+Z)/;

/** A line with its times in the reader's own time zone. */
function Line({ text }: { text: string }) {
  // Split by a group, so that every second part is a time.
  return text.split(wireTime).map((part, at) => (at % 2 === 0 ? part : <Time key={part} value={part} />));
}
