import classes from './event-panel.module.css';
import { visibleParts } from './visible-text.ts';

/** A stranger's text without markup or links; what hides or reorders characters by its name. */
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
