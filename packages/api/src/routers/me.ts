import * as shape from '@goal/contract';
import { endOtherSessions, endSession, getAct, getPerson, listSessions } from '@goal/core';
import { z } from 'zod';

import { personProcedure } from '../access.ts';
import { holderOf } from '../acting.ts';
import { t } from '../trpc.ts';
import { withBody } from '../with-body.ts';
import { confirmCode } from './me/code.ts';
import { emailRouter } from './me/email.ts';
import { mailsRouter } from './me/mails.ts';
import { confirmPassword, passwordRouter } from './me/password.ts';
import { deleteMe, makeAccount, rename } from './me/person.ts';
import { recoveryCodesRouter, totpRouter } from './me/second-factor.ts';
import { join } from './me/join.ts';
import { confirmPasskey, passkeysRouter } from './me/passkeys.ts';
import { confirmSso } from './me/sso.ts';

/** The procedures of a signed-in person, for no account (rulings §10). */
export const meRouter = t.router({
  get: personProcedure
    .output(shape.personShape)
    .query(({ ctx }) => getPerson(ctx.services.core, ctx.services.people, ctx.session)),
  act: personProcedure
    .input(shape.actQuery)
    .output(shape.actShape)
    .query(({ ctx, input }) => getAct(ctx.services.core, { ...input, holder: holderOf(ctx.session) })),
  email: emailRouter,
  mails: mailsRouter,
  rename,
  delete: deleteMe,
  makeAccount,
  password: passwordRouter,
  totp: totpRouter,
  recoveryCodes: recoveryCodesRouter,
  join,
  confirm: t.router({ code: confirmCode, password: confirmPassword, passkey: confirmPasskey, sso: confirmSso }),
  passkeys: passkeysRouter,
  sessions: t.router({
    list: personProcedure
      .output(z.object({ sessions: z.array(shape.sessionShape) }))
      .query(async ({ ctx }) => ({ sessions: await listSessions(ctx.services.core, ctx.session) })),
    end: personProcedure
      .use(withBody)
      .input(shape.sessionPath)
      .output(z.void())
      .mutation(({ ctx, input }) => endSession(ctx.services.core, ctx.session, input.prefix)),
    endOthers: personProcedure
      .use(withBody)
      .output(z.object({ ended: z.int() }))
      .mutation(async ({ ctx }) => ({ ended: await endOtherSessions(ctx.services.core, ctx.session) })),
  }),
  signOut: personProcedure
    .use(withBody)
    .output(z.void())
    .mutation(({ ctx }) => endSession(ctx.services.core, ctx.session, ctx.session.prefix)),
});
