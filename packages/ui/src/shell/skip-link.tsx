import type { MouseEvent } from 'react';

import classes from './skip-link.module.css';

/** Shown while focused: keyboards pass the header with them, and on a list its filters too. */
export function SkipLink() {
  return (
    <>
      <a href="#main" className={classes.skip}>
        Skip to the content
      </a>
      <a href="#main" className={`${classes.skip} ${classes.toList}`} onClick={focusList}>
        Skip to the list
      </a>
    </>
  );
}

/** Gives the focus to the row of the list that Tab would reach, or to the list itself. */
function focusList(click: MouseEvent): void {
  const search = document.querySelector('#main search');
  const list = [...document.querySelectorAll<HTMLElement>('#main [data-list]')].find(
    (one) => search !== null && (search.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  if (list === undefined) return;
  click.preventDefault();
  (list.querySelector<HTMLElement>('tr[tabindex="0"]') ?? list).focus();
}
