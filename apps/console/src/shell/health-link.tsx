import { Link } from '@goal/ui/page/link.tsx';

import { healthState } from '../features/health/health-state.ts';
import { useStatus } from '../features/health/use-status.ts';
import classes from './shell.module.css';

/** Says in the header of every page whether somebody is wanted, in words where there is room. */
export function HealthLink() {
  const { data, error } = useStatus();
  const { state, sign, words } = healthState(data?.concerns, error !== null);
  return (
    <Link href="/health" className={classes.health} aria-label={`Health: ${words}`} title={`Health: ${words}`}>
      <span className={classes.healthSign} data-state={state} aria-hidden>
        {sign}
      </span>
      <span className={classes.healthWords}>{words}</span>
    </Link>
  );
}
