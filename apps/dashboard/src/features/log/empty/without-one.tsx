import { Button } from '@mantine/core';

import { type FilterName, without } from '../../filters/query/filters.ts';
import { noGainText, waysOf } from './gains.ts';
import { useLog } from '../../filters/query/log-context.tsx';
import type { Question } from '../../filters/feed/use-feed.ts';
import { useGains } from './use-gains.ts';

/** Takes one filter off each: the one that shows most comes first and says so. */
export function WithoutOne({ names, question }: { names: readonly FilterName[]; question: Question }) {
  const { change } = useLog();
  const gains = useGains(question, names);
  if (gains?.length === 0) return noGainText(names.length);
  return waysOf(names, gains).map(({ name, text, isFirst }) => (
    <Button
      key={name}
      variant={isFirst ? 'filled' : 'default'}
      size="xs"
      onClick={() => change({ filters: without(question.filters, name) })}
    >
      {text}
    </Button>
  ));
}
