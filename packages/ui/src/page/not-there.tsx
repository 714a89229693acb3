import type { ComponentProps } from 'react';

import { isNotFound } from '../lib/is-not-found.ts';
import { Unloaded } from '../state/unloaded.tsx';
import type { Failed } from '../state/error-state.tsx';
import { NotFound } from './not-found.tsx';
import { PageTitle } from './page-title.tsx';

type Props = ComponentProps<typeof NotFound> & { title: string; query: Failed };

/** Stands in place of a page about one thing that loads, failed to load or does not exist. */
export function NotThere({ title, query, ...props }: Props) {
  if (isNotFound(query.error)) return <NotFound {...props} />;
  return (
    <>
      <PageTitle title={title} />
      <Unloaded query={query} height="30rem" />
    </>
  );
}
