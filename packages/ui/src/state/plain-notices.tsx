import type { Notice } from '../lib/notify.ts';
import classes from './plain-notices.module.css';

type Props = { notices: readonly Notice[]; onDismiss: (notice: Notice) => void };

/** Notices while the code of their list has not come. Each stays until it is dismissed. */
export function PlainNotices({ notices, onDismiss }: Props) {
  const button = (notice: Notice, label: string, act?: () => void) => (
    <button
      type="button"
      onClick={() => {
        onDismiss(notice);
        act?.();
      }}
    >
      {label}
    </button>
  );
  return (
    <ul className={classes.list}>
      {notices.map((notice, index) => (
        <li key={index} data-kind={notice.kind}>
          <span>{notice.message}</span>
          {notice.undo && button(notice, 'Undo', notice.undo)}
          {button(notice, 'Dismiss')}
        </li>
      ))}
    </ul>
  );
}
