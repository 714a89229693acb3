import * as shape from '@goal/contract';
import { getWaysToSignIn, readLogo, unsubscribe } from '@goal/core';
import { z } from 'zod';

import { entryProcedure } from '../access.ts';
import { t } from '../trpc.ts';
import { withBody } from '../with-body.ts';
import { codeEntry } from './entry/code.ts';
import { passwordEntry } from './entry/password.ts';
import { invitationEntry } from './entry/invitations.ts';
import { operatorEntry } from './entry/operator.ts';
import { passkeyEntry } from './entry/passkey.ts';
import { signUpEntry } from './entry/sign-up.ts';
import { ssoEntry } from './entry/sso.ts';

/** Ways in, for the own servers of dashboard and console (rulings §8, §10.8 to §10.14). */
export const entryRouter = t.router({
  ways: entryProcedure
    .output(shape.waysShape)
    .query(({ ctx: { services } }) => getWaysToSignIn(services.core, services.people)),
  /** The logo of a brand, for pages that are shown before the sign-in too (rulings §10.38). */
  logo: entryProcedure
    .input(shape.logoPath)
    .output(shape.logoShape)
    .query(({ ctx, input }) => readLogo(ctx.services.core, input.id)),
  ...passwordEntry,
  code: codeEntry,
  ...invitationEntry,
  passkey: passkeyEntry,
  sso: ssoEntry,
  signUp: signUpEntry,
  operator: operatorEntry,
  /** Ends one kind of mail by the link in it, without a sign-in (rulings §10.40). */
  unsubscribe: entryProcedure
    .use(withBody)
    .input(shape.unsubscribeBody)
    .output(z.void())
    .mutation(({ ctx: { services }, input }) => unsubscribe(services.core, input.token)),
});
