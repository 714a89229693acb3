import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { zoneName } from '../query/clock.ts';
import classes from './filter-bar.module.css';
import { useLog } from '../query/log-context.tsx';
import { closeMenu } from './menu.tsx';
import { type LogTime, momentsOf, rangeNames, ranges } from '../query/time-range.ts';

export function TimeChoices({ menu, isOpen }: { menu: string; isOpen: boolean }) {
  const { state, change, isUtc } = useLog();
  const { time } = state;
  const choose = (next: LogTime): void => {
    closeMenu(menu);
    change({ time: next });
  };
  return (
    <>
      <ul className={classes.list}>
        {rangeNames.map((range) => (
          <li key={range}>
            <button
              type="button"
              className={classes.choice}
              aria-pressed={'range' in time && time.range === range}
              onClick={() => choose({ range })}
            >
              {ranges[range].label}
            </button>
          </li>
        ))}
      </ul>
      {isOpen && <TwoMoments key={JSON.stringify([time, isUtc])} onChoose={choose} />}
    </>
  );
}

/** A moment as the browser's field has it, in the zone that the page shows. */
function fieldOf(at: string | undefined, isUtc: boolean): string {
  if (at === undefined || at === '') return '';
  const ms = Date.parse(at);
  const shift = isUtc ? 0 : new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - shift).toISOString().slice(0, 19);
}

const momentOf = (text: string, isUtc: boolean): string => {
  const ms = text === '' ? NaN : Date.parse(isUtc ? `${text}Z` : text);
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString();
};

function TwoMoments({ onChoose }: { onChoose: (time: LogTime) => void }) {
  const { state, isUtc, askedAt } = useLog();
  const now = momentsOf(state.time, askedAt);
  const [from, setFrom] = useState(fieldOf(now.from, isUtc));
  const [to, setTo] = useState(fieldOf(now.to, isUtc));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const moments = { from: momentOf(from, isUtc), to: momentOf(to, isUtc) };
    onChoose(moments.from === '' && moments.to === '' ? { range: 'all' } : moments);
  };
  const field = { type: 'datetime-local', step: 1, size: 'xs' as const };
  return (
    <form className={classes.moments} onSubmit={submit}>
      <TextInput {...field} label="From" value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
      <TextInput {...field} label="To" value={to} onChange={(event) => setTo(event.currentTarget.value)} />
      <p className={classes.note}>{isUtc ? 'UTC' : zoneName()}</p>
      <Button type="submit" size="xs">
        Show these moments
      </Button>
    </form>
  );
}
