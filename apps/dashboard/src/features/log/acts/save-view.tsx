import { TextLink } from '@goal/ui/page/link.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';

import { pathOfViews } from '../../../lib/paths.ts';
import { mayManage } from '../../account/rights.ts';
import { useAccount } from '../../account/use-account.ts';
import { queryOf } from '../../filters/query/address.ts';
import classes from '../../filters/bar/filter-bar.module.css';
import { useLog } from '../../filters/query/log-context.tsx';
import { closeMenu } from '../../filters/bar/menu.tsx';

/** A field that has the focus when its menu opens, so that what is typed is no shortcut. */
function useFocusOnOpening(isOpen: boolean) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  return field;
}

export function SaveView({ menu, isOpen }: { menu: string; isOpen: boolean }) {
  const { state, change } = useLog();
  const trpc = useTRPC();
  const { data: account } = useAccount();
  const { data } = useQuery(trpc.dashboard.views.list.queryOptions());
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const field = useFocusOnOpening(isOpen);
  const query = queryOf(state);
  const open = data?.views.find(({ id }) => id === state.view);
  const mayShare = account !== undefined && mayManage(account);
  const onDone = (): void => {
    closeMenu(menu);
    setName('');
  };
  const save = useVerifiedMutation(
    trpc.dashboard.views.save.mutationOptions({ onSuccess: ({ id }) => change({ view: id }, 'replace') }),
    { done: 'The view was saved.', onDone },
  );
  const update = useVerifiedMutation(trpc.dashboard.views.update.mutationOptions(), {
    done: 'The view was changed.',
    onDone,
  });
  const error = save.error ?? update.error;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ name, query, shared: shared && mayShare });
  };
  return (
    <>
      <form className={classes.moments} onSubmit={submit}>
        <TextInput
          ref={field}
          size="xs"
          label="Name of the view"
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            // One that runs still has its answer to give.
            for (const one of [save, update]) if (!one.isPending) one.reset();
          }}
          error={error === null ? null : failureOf(error).sentence}
          autoComplete="off"
        />
        {mayShare && (
          <label className={classes.text}>
            <input type="checkbox" checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} /> For
            all who read what it covers
          </label>
        )}
        <Button type="submit" size="xs" loading={save.isPending}>
          Save
        </Button>
      </form>
      {open !== undefined && (!open.shared || mayShare) && (
        <div className={classes.moments}>
          <p className={classes.text}>
            The open view: <bdi>{open.name}</bdi>
          </p>
          <Button
            variant="default"
            size="xs"
            loading={update.isPending}
            onClick={() => update.mutate({ id: open.id, query })}
          >
            Keep these filters in it
          </Button>
        </div>
      )}
      {account !== undefined && (
        <TextLink href={pathOfViews(account.account_id)} size="sm" display="inline-block" mt="xs" py={2}>
          All views: rename, share, delete
        </TextLink>
      )}
    </>
  );
}
