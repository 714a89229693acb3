import classes from './event-panel.module.css';
import { visibleParts } from './visible-text.ts';

/**
 * A text that a stranger wrote, as text: no markup, no links; characters that hide or reorder
 * others by their names.
 */
export function StrangersText({ value }: { value: string }) {
  return (
    <bdi className={classes.text}>
      {visibleParts(value).map(({ text, name }, index) =>
        name === undefined ? (
          text
        ) : (
          <span key={index} className={classes.hidden}>
            {name}
          </span>
        ),
      )}
    </bdi>
  );
}
