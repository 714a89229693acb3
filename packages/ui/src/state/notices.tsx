import { type ComponentType, useEffect, useState } from 'react';

import { type Notice, onNotice } from '../lib/notify.ts';
import classes from './plain-notices.module.css';

/** How long a notice waits for the list's code before it is shown without it. */
const patienceMs = 500;

/**
 * Where notices appear. The list's code loads with the first notice. Many notices tell of a network
 * that fails, and then this code may not come: such a notice is shown plainly. The live region
 * exists from the start, because screen readers only announce changes inside an existing one.
 */
export function Notices() {
  const [List, setList] = useState<ComponentType>();
  const [plain, setPlain] = useState<readonly Notice[]>([]);
  const dismiss = (notice: Notice): void => setPlain((all) => all.filter((one) => one !== notice));
  useEffect(
    () =>
      onNotice((notice) => {
        const timer = setTimeout(() => setPlain((all) => [...all, notice]), patienceMs);
        import('./notice-list.tsx').then(
          ({ NoticeList, showNotice }) => {
            clearTimeout(timer);
            dismiss(notice);
            setList(() => NoticeList);
            showNotice(notice);
          },
          () => {}, // the notice is shown plainly
        );
      }),
    [],
  );
  return (
    <div role="status" aria-live="polite">
      {List !== undefined && <List />}
      {plain.length > 0 && <PlainNotices notices={plain} onDismiss={dismiss} />}
    </div>
  );
}

type Props = { notices: readonly Notice[]; onDismiss: (notice: Notice) => void };

/** Notices while the code of their list has not come. Each stays until it is dismissed. */
function PlainNotices({ notices, onDismiss }: Props) {
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
