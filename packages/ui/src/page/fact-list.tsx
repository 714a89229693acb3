import type { ReactNode } from 'react';

import classes from './fact-list.module.css';

type Props = { facts: readonly (readonly [name: string, value: ReactNode])[] };

export function FactList({ facts }: Props) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
