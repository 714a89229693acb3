import { cutText } from '@goal/contract';
import { useState } from 'react';

import classes from './event-panel.module.css';
import { StrangersText } from './strangers-text.tsx';

/** A text is shown up to here at first. */
const shortLength = 1200;

/** A text that a stranger wrote, the rest of a long one on demand. */
export function ShownText({ value }: { value: string }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? value : cutText(value, shortLength);
  return (
    <>
      <StrangersText value={shown} />
      {shown.length < value.length && (
        <button type="button" className={classes.word} onClick={() => setWhole(true)}>
          … show all
        </button>
      )}
    </>
  );
}
