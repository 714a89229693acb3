import * as shape from '@goal/contract';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyConfirmation,
  confirmByPasskey,
  removePasskey,
  renamePasskey,
} from '@goal/core';
import { z } from 'zod';

import { confirmed, personProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

/** Adding and removing ways to sign in wants a proof from the last 15 minutes (rulings §10.15). */
const confirmedPerson = personProcedure.meta({ confirmed: true }).use(confirmed);

/** me.confirm.passkey.* */
export const confirmPasskey = t.router({
  begin: personProcedure
    .use(withBody)
    .output(shape.beganPasskeyShape)
    .mutation(({ ctx: { services, session } }) => beginPasskeyConfirmation(services.core, services.people, session)),
  finish: personProcedure
    .use(withBody)
    .input(shape.finishPasskeyBody)
    .output(shape.confirmedShape)
    .mutation(({ ctx: { services, session }, input }) =>
      confirmByPasskey(services.core, services.people, session, input),
    ),
});

/** me.passkeys.* */
export const passkeysRouter = t.router({
  begin: confirmedPerson
    .use(withBody)
    .output(shape.beganNewPasskeyShape)
    .mutation(({ ctx: { services, session } }) => beginPasskey(services.core, services.people, session)),
  finish: confirmedPerson
    .use(withBody)
    .input(shape.addPasskeyBody)
    .output(shape.passkeyShape)
    .mutation(({ ctx: { services, session }, input }) => addPasskey(services.core, services.people, session, input)),
  rename: confirmedPerson
    .input(shape.passkeyPath)
    .use(withBody)
    .input(shape.renamePasskeyBody)
    .output(z.void())
    .mutation(({ ctx: { services, session }, input }) => renamePasskey(services.core, session, input.id, input.name)),
  remove: confirmedPerson
    .use(withBody)
    .input(shape.passkeyPath)
    .output(z.void())
    .mutation(({ ctx: { services, session }, input }) =>
      removePasskey(services.core, services.people, session, input.id),
    ),
});
