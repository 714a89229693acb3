import { sentences } from '@goal/contract';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { ErrorState } from '@goal/ui/state/error-state.tsx';
import { TextLink } from '@goal/ui/page/link.tsx';
import { NotFound } from '@goal/ui/page/not-found.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';

import { accountsList } from '../../lib/paths.ts';

export function AccountRefusal({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { status } = failureOf(error);
  if (status === 404) return <NotFound what="This account" list={accountsList} />;
  if (error instanceof Error && error.message === sentences.secondFactorRequired)
    return (
      <>
        <PageTitle title="A second factor is required" />
        <EmptyState title="This account asks its members for a second factor or a passkey.">
          Set up a second factor, or sign in with a passkey, on <TextLink href="/me">your own page</TextLink>. Then this
          account opens. You can also leave the account there.
        </EmptyState>
      </>
    );
  return (
    <>
      <PageTitle title="No answer" />
      <ErrorState query={{ error, refetch: onRetry }} />
    </>
  );
}
