import type { StreamView } from '@goal/contract';
import { Badge } from '@mantine/core';

import { stateOfStream } from '../lib/stream-sentences.ts';
import { formatMoment } from './time.tsx';
import classes from './text.module.css';

type Props = { stream: Parameters<typeof stateOfStream>[0] & Pick<StreamView, 'gap'>; host: string | null };

export function StreamStateLine({ stream, host }: Props) {
  const { word, tone, sentence } = stateNow({ stream, host });
  return (
    <span className={classes.streamState}>
      <Badge variant="light" color={tone} tt="none">
        {word}
      </Badge>{' '}
      {sentence}
      {stream.gap !== null && ` ${gapSentence(stream.gap)}`}
    </span>
  );
}

const stateNow = ({ stream, host }: Props) => stateOfStream(stream, host, Date.now());

const gapSentence = ({ from, to }: { from: string; to: string }): string =>
  `It stood still for too long: events that arrived between ${formatMoment(from)} and ${formatMoment(to)} were not sent.`;
