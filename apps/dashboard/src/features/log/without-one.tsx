'use client';

import { Button } from '@mantine/core';

import { definitions, type FilterName, without } from './filters.ts';
import { gainText, noGainText } from './gains.ts';
import { useLog } from './log-context.tsx';
import type { Question } from './use-feed.ts';
import { useGains } from './use-gains.ts';

/** Ways out that are shown at most. */
const mostWays = 6;

/** Takes one filter off each: the one that shows most comes first and says so. */
export function WithoutOne({ names, question }: { names: readonly FilterName[]; question: Question }) {
  const { change } = useLog();
  const gains = useGains(question, names);
  if (gains?.length === 0) return noGainText(names.length);
  const ways = gains ?? names.map((name) => ({ name, matched: undefined, complete: false }));
  return ways.slice(0, mostWays).map(({ name, matched = 0, complete }, index) => {
    const label = `«${definitions[name].label}»`;
    const isFirst = index === 0 && matched > 0 && ways.length > 1;
    const count = gainText({ matched, complete });
    return (
      <Button
        key={name}
        variant={isFirst ? 'filled' : 'default'}
        size="xs"
        onClick={() => change({ filters: without(question.filters, name) })}
      >
        {isFirst ? `Take ${label} off first${count}` : `Without ${label}${count}`}
      </Button>
    );
  });
}
