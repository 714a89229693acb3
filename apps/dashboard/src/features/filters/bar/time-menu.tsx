import { latePart } from '@goal/ui/state/late-part.tsx';
import { useMounted } from '@mantine/hooks';

import { useButtonKey } from '../../../lib/shortcuts.ts';
import { shortMoment } from '../query/clock.ts';
import { useLog } from '../query/log-context.tsx';
import { Menu } from './menu.tsx';
import { ranges } from '../query/time-range.ts';

const menu = 'log-time';
const { Part: TimeChoices, load } = latePart(() => import('./time-choices.tsx').then((module) => module.TimeChoices));

export function TimeMenu() {
  const { state, isUtc, askedAt } = useLog();
  const { time } = state;
  const ref = useButtonKey('t');
  // The server that draws the page first does not know the reader's zone.
  const isMounted = useMounted();
  const moment = (at: string, open: string): string =>
    at === '' ? open : shortMoment(Date.parse(at), { isUtc }, askedAt);
  const name =
    'range' in time
      ? ranges[time.range].label
      : isMounted
        ? `${moment(time.from, 'the beginning')} – ${moment(time.to, 'now')}`
        : 'Moments';
  const button = { ref, size: 'sm' as const, 'aria-label': `Time: ${name}` };
  return (
    <Menu id={menu} name="Time" title={`${name} ▾`} button={button} load={load}>
      {(isOpen) => <TimeChoices menu={menu} isOpen={isOpen} />}
    </Menu>
  );
}
