import { notify } from '@goal/ui/lib/notify.ts';
import { useApiAddress } from '@goal/ui/site/api-address.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { asCurl, asMcpQuestion, fixedLink } from './copies.ts';
import classes from './event-panel.module.css';
import menuClasses from '../../filters/bar/filter-bar.module.css';
import { useLog } from '../../filters/query/log-context.tsx';

export async function copyText(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify.success(`Copied ${what}.`);
  } catch {
    notify.error('The browser forbids copying.');
  }
}

export const pageAddress = (): string => `${window.location.origin}${window.location.pathname}`;

type Props = { id?: string; title?: string; children?: ReactNode };
type LineProps = { label: string; what: string; text: () => string };

/** One thing to copy; it closes the menu. */
export function CopyLine({ label, what, text }: LineProps) {
  return (
    <Button
      variant="default"
      size="xs"
      justify="flex-start"
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        void copyText(what, text());
      }}
    >
      {label}
    </Button>
  );
}

export function CopyMenu({ id = 'log-copy', title = 'Link', children }: Props) {
  const { state, askedAt } = useLog();
  const api = useApiAddress();
  const curl = api === undefined ? undefined : asCurl(state, { api, askedAt });
  return (
    <div className={menuClasses.menuOf}>
      <Button variant="default" size="xs" popoverTarget={id}>
        {title} ▾
      </Button>
      <div id={id} popover="auto" className={menuClasses.menu} role="dialog" aria-label="Copy">
        <div className={classes.copies}>
          {children}
          <CopyLine label="Link to this page" what="the link" text={() => window.location.href} />
          <CopyLine
            label="Link to these moments"
            what="the link"
            text={() => fixedLink(state, { page: pageAddress(), askedAt })}
          />
          {curl !== undefined && <CopyLine label="This page as curl" what="the command" text={() => curl} />}
          <CopyLine
            label="This page as an MCP question"
            what="the question"
            text={() => asMcpQuestion(state, askedAt)}
          />
        </div>
      </div>
    </div>
  );
}
