import { UnstyledButton } from '@mantine/core';

import type { Notice } from '../lib/notify.ts';
import classes from './plain-notices.module.css';

type Props = { notices: readonly Notice[]; onDismiss: (notice: Notice) => void };

/** Notices while the code of their list has not come. Each stays until it is dismissed. */
export function PlainNotices({ notices, onDismiss }: Props) {
  return (
    <ul className={classes.list}>
      {notices.map((notice, index) => (
        <li key={`${index} ${notice.message}`} className={classes.notice} data-kind={notice.kind}>
          <span className={classes.message}>{notice.message}</span>
          {notice.undo !== undefined && (
            <UnstyledButton
              className={classes.button}
              onClick={() => {
                onDismiss(notice);
                notice.undo?.();
              }}
            >
              Undo
            </UnstyledButton>
          )}
          <UnstyledButton className={classes.button} onClick={() => onDismiss(notice)}>
            Dismiss
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
