import { cutText } from '@goal/contract';
import { useState } from 'react';

import classes from './event-panel.module.css';
import { StrangersText } from './strangers-text.tsx';

const shortLength = 1200;

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
