import { deletionOf } from '@goal/contract';
import { ConfirmByTyping } from '@goal/ui/dialog/confirm-by-typing.tsx';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';

import classes from './sites.module.css';
import type { Chosen } from './use-chosen.ts';

type Props = { chosen: readonly Chosen[]; onDeleted: () => void };

/** Deletes the chosen sites, all or none, once their number is typed below their domains. */
export function DeleteChosen({ chosen, onDeleted }: Props) {
  const [isOpen, setOpen] = useState(false);
  const sites = countOf(chosen.length, 'site');
  const remove = useVerifiedMutation(useTRPC().dashboard.sites.deleteSeveral.mutationOptions(), {
    done: `${sites} ${chosen.length === 1 ? 'is' : 'are'} deleted.`,
    onDone: onDeleted,
  });
  const typed = deletionOf(chosen.length);
  return (
    <>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => setOpen(true)}>
        Delete …
      </Button>
      {isOpen && (
        <ConfirmByTyping
          title={`Delete ${sites}?`}
          name={typed}
          action={`Delete ${sites}`}
          mutation={remove}
          onConfirm={() => remove.mutate({ ids: chosen.map(({ id }) => id), typed })}
          onClose={() => setOpen(false)}
        >
          <Text size="sm">
            Their keys stop working and their events can no longer be read, for good. To keep the events, export them
            first. Anybody can register the domains again.
          </Text>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling list must be reachable by keyboard (WCAG 2.1.1) */}
          <ul className={classes.domains} tabIndex={0} aria-label="Sites to delete">
            {chosen.map(({ id, domain }) => (
              <li key={id}>{domain}</li>
            ))}
          </ul>
        </ConfirmByTyping>
      )}
    </>
  );
}
