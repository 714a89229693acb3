'use client';

import { cutText } from '@goal/contract';
import { useState } from 'react';

import classes from './event-panel.module.css';
import { visibleParts } from './visible-text.ts';

/** A text is shown up to here at first. */
const shortLength = 1200;

/**
 * A text that a stranger wrote, as text: no markup, no links; characters that hide or reorder
 * others by their names.
 */
export function ShownText({ value }: { value: string }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? value : cutText(value, shortLength);
  return (
    <>
      <bdi className={classes.text}>
        {visibleParts(shown).map(({ text, name }, index) =>
          name === undefined ? (
            text
          ) : (
            <span key={index} className={classes.hidden}>
              {name}
            </span>
          ),
        )}
      </bdi>
      {shown.length < value.length && (
        <button type="button" className={classes.word} onClick={() => setWhole(true)}>
          … show all
        </button>
      )}
    </>
  );
}
