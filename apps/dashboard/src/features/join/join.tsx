'use client';

import type { InvitationView, ResetLinkView, ShownBrand, WaysToSignIn } from '@goal/contract';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { EntryCard } from '@goal/ui/shell/entry-card.tsx';
import { Alert, Anchor, Text } from '@mantine/core';
import { useEffect, useState } from 'react';

import { post, PostError } from '../../lib/post.ts';
import { promiseOf } from '../account/role-words.ts';
import { BrandMark } from '../brand/brand-mark.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { whoIsSignedIn } from './after-joining.ts';
import { JoinForm } from './join-form.tsx';
import { JoinSignedIn } from './join-signed-in.tsx';
import { takeSecret } from './secret.ts';

type State =
  | { at: 'looking' }
  | { at: 'no link' }
  | { at: 'void' }
  | { at: 'failed'; sentence: string }
  /** `signedInAs`: the e-mail of the person who is signed in in this browser. */
  | { at: 'found'; token: string; invitation: InvitationView; signedInAs: string | undefined }
  | { at: 'reset'; token: string; link: ResetLinkView }
  /** A passkey is offered, this once. */
  | { at: 'joined'; path: string };

type Props = { ways: WaysToSignIn | undefined; hasSession: boolean };

/** A link that works once: an invitation, or a new way in. A brand replaces the product's name. */
export function Join(props: Props) {
  const [brand, setBrand] = useState<ShownBrand>(null);
  return (
    <>
      <title>{`Join · ${brand === null ? 'Goal' : bidiIsolate(brand.name)}`}</title>
      <Steps {...props} onBrand={setBrand} />
    </>
  );
}

function Steps({ ways, hasSession, onBrand }: Props & { onBrand: (brand: ShownBrand) => void }) {
  const [state, setState] = useState<State>({ at: 'looking' });
  useEffect(() => {
    const leaving = new AbortController();
    const look = (): void => {
      const token = takeSecret();
      setState({ at: 'looking' });
      void findInvitation(token, hasSession).then((found) => {
        if (leaving.signal.aborted) return;
        onBrand(found.at === 'found' ? found.invitation.brand : null);
        setState(found);
      });
    };
    look();
    // Another link that is opened in this tab changes nothing but the part behind `#`.
    window.addEventListener('hashchange', look, { signal: leaving.signal });
    return () => leaving.abort();
  }, [hasSession, onBrand]);

  if (state.at === 'joined') return <AddPasskey path={state.path} />;
  const onJoined = (joined: { path: string }): void => setState({ at: 'joined', ...joined });
  if (state.at === 'reset')
    return (
      <EntryCard title="A new way in">
        <Text size="sm">
          {ways?.password === false ? (
            <>
              Every earlier way in of <bdi>{state.link.email}</bdi> is void, and every session has ended. Everybody
              signs in here with {ways.sso?.name ?? 'single sign-on'}.
            </>
          ) : (
            <>
              <bdi>{state.link.email}</bdi> gets a new password or passkey here. Every earlier one is void, and every
              session has ended.
            </>
          )}
        </Text>
        <JoinForm token={state.token} link={state.link} ways={ways} onJoined={onJoined} />
      </EntryCard>
    );
  if (state.at !== 'found')
    return (
      <EntryCard title="Join">
        <NotYet state={state} />
        {(state.at === 'void' || state.at === 'no link') && (
          <Text size="sm">
            Have you joined already? {/* No Link, whose code would come with the page for this alone. */}
            <Anchor href="/sign-in" underline="always" inherit>
              Sign in
            </Anchor>
          </Text>
        )}
      </EntryCard>
    );
  const { token, invitation, signedInAs } = state;
  return (
    <EntryCard
      title={`Join ${invitation.account_name === null ? invitation.account_email : bidiIsolate(invitation.account_name)}`}
      mark={invitation.brand !== null && <BrandMark brand={invitation.brand} />}
    >
      <Invitation invitation={invitation} />
      {invitation.has_person || signedInAs !== undefined ? (
        <JoinSignedIn token={token} invitation={invitation} signedInAs={signedInAs} />
      ) : (
        <JoinForm token={token} link={invitation} ways={ways} onJoined={onJoined} />
      )}
    </EntryCard>
  );
}

async function findInvitation(token: string | undefined, hasSession: boolean): Promise<State> {
  if (token === undefined) return { at: 'no link' };
  try {
    const [link, me] = await Promise.all([
      post<InvitationView | ResetLinkView>('/api/entry/invitation', { token }),
      hasSession ? whoIsSignedIn() : undefined,
    ]);
    if ('reset' in link) return { at: 'reset', token, link };
    return { at: 'found', token, invitation: link, signedInAs: me?.email };
  } catch (error) {
    if (error instanceof PostError && error.status === 404) return { at: 'void' };
    return { at: 'failed', sentence: error instanceof Error ? error.message : '' };
  }
}

function NotYet({ state }: { state: Exclude<State, { at: 'found' | 'reset' | 'joined' }> }) {
  if (state.at === 'looking') return <SkeletonBox height="10rem" />;
  if (state.at === 'no link')
    return (
      <Text>
        This page needs the whole link that you were sent. Open the link again: its secret leaves the address bar at
        once, so that nobody can copy it from there.
      </Text>
    );
  return (
    <Alert color="red" role="alert">
      {state.at === 'failed'
        ? `${state.sentence} Then open the link again.`
        : 'This link was used, was revoked or has expired. Ask the person who sent it for a new one.'}
    </Alert>
  );
}

function Invitation({ invitation }: { invitation: InvitationView }) {
  const { email, role, group_name: group } = invitation;
  return (
    <Text size="sm">
      <bdi>{email}</bdi> is invited as {role === 'viewer' ? 'a viewer' : role === 'admin' ? 'an admin' : 'an owner'}
      {group !== null && (
        <>
          {' '}
          of the group <bdi>{group}</bdi>
        </>
      )}
      . {promiseOf({ role, isOfGroup: group !== null })}
    </Text>
  );
}
