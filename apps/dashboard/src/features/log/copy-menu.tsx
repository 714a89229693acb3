'use client';

import type { AccountEventDetail } from '@goal/contract';
import { notify } from '@goal/ui/lib/notify.ts';
import { useApiAddress } from '@goal/ui/site/api-address.tsx';
import { Button } from '@mantine/core';
import { useRef } from 'react';

import { asCurl, asMcpQuestion, fixedLink } from './copies.ts';
import classes from './event-panel.module.css';
import menuClasses from './filter-bar.module.css';
import { useLog } from './log-context.tsx';
import { visibleJson } from './visible-text.ts';

export async function copyText(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify.success(`Copied ${what}.`);
  } catch {
    notify.error('The browser forbids copying.');
  }
}

/** Where the page is, without its state. */
const pageAddress = (): string => `${window.location.origin}${window.location.pathname}`;

/** Copies a link or a question for a program: for one event, or for what the page shows. */
export function CopyMenu({ event }: { event?: AccountEventDetail | undefined }) {
  const { state, askedAt } = useLog();
  const api = useApiAddress();
  const curl = api === undefined ? undefined : asCurl(state, { api, askedAt });
  const menu = useRef<HTMLDivElement>(null);
  const id = event === undefined ? 'log-copy' : 'event-copy';
  const line = (label: string, what: string, text: () => string) => (
    <Button
      key={label}
      variant="default"
      size="xs"
      justify="flex-start"
      onClick={() => {
        menu.current?.hidePopover();
        void copyText(what, text());
      }}
    >
      {label}
    </Button>
  );
  return (
    <div className={menuClasses.menuOf}>
      <Button variant="default" size="xs" popoverTarget={id}>
        {event === undefined ? 'Link' : 'Copy'} ▾
      </Button>
      <div ref={menu} id={id} popover="auto" className={menuClasses.menu} role="dialog" aria-label="Copy">
        <div className={classes.copies}>
          {event !== undefined &&
            line('Link to this event', 'the link', () => `${pageAddress()}?range=all&event=${event.id}`)}
          {event !== undefined && line('JSON', 'the event', () => visibleJson(event))}
          {line('Link to this page', 'the link', () => window.location.href)}
          {line('Link to these moments', 'the link', () => fixedLink(state, { page: pageAddress(), askedAt }))}
          {curl !== undefined && line('This page as curl', 'the command', () => curl)}
          {line('This page as an MCP question', 'the question', () => asMcpQuestion(state, askedAt))}
        </div>
      </div>
    </div>
  );
}
