import type { MouseEventHandler, ReactNode } from 'react';

import classes from './side-filters.module.css';

type Props = {
  children: ReactNode;
  /** Undefined: a row that only tells. */
  onClick?: MouseEventHandler<HTMLButtonElement> | undefined;
  /** Whether the log is narrowed down to it; undefined for what narrows nothing. */
  isChosen?: boolean;
  isOpen?: boolean;
  title?: string;
  count?: ReactNode;
  countTitle?: string;
  /** How long its bar is, from 0 to 1. */
  share?: number;
};

export function SideRow({ children, onClick, isChosen, isOpen, title, count, countTitle, share }: Props) {
  const content = (
    <>
      {share !== undefined && <i style={{ inlineSize: `${Math.max(2, share * 100)}%` }} aria-hidden />}
      <span className={classes.valueName}>{children}</span>
      {count !== undefined && (
        <span className={classes.count} title={countTitle}>
          {count}
        </span>
      )}
    </>
  );
  if (onClick === undefined) return <span className={classes.value}>{content}</span>;
  return (
    <button
      type="button"
      className={classes.value}
      aria-pressed={isChosen}
      aria-expanded={isOpen}
      title={title}
      onClick={onClick}
    >
      {content}
    </button>
  );
}
