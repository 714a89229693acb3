import * as shape from '@goal/contract';
import { beginPasskeyEntry, signInByPasskey } from '@goal/core';

import { entryProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

/** Signing in by passkey (rulings §10.10). */
export const passkeyEntry = t.router({
  begin: entryProcedure
    .use(withBody)
    .output(shape.beganPasskeyShape)
    .mutation(({ ctx: { services, visitor } }) => beginPasskeyEntry(services.core, services.people, visitor)),
  finish: entryProcedure
    .use(withBody)
    .input(shape.finishPasskeyBody)
    .output(shape.beganShape)
    .mutation(({ ctx: { services, visitor }, input }) =>
      signInByPasskey(services.core, services.people, visitor, input),
    ),
});
