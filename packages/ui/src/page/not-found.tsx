'use client';

import { EmptyState } from '../state/empty-state.tsx';
import { TextLink } from './link.tsx';
import { PageTitle } from './page-title.tsx';

type Props = {
  /** Begins the sentence: «This site». */
  what: string;
  /** The list to look in: its name, «accounts», and its page. */
  list: { name: string; href: string };
};

export function NotFound({ what, list: { name, href } }: Props) {
  return (
    <>
      <PageTitle title="Not found" />
      <EmptyState title={`${what} does not exist, or it was deleted.`}>
        Look for it in the list of <TextLink href={href}>{name}</TextLink>.
      </EmptyState>
    </>
  );
}
