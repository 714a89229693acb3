import * as shape from '@goal/contract';
import { listAdminTokens, revokeAdminToken, withReason } from '@goal/core';
import { z } from 'zod';

import { operatorReadProcedure, operatorWriteProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { rest } from '../meta.ts';
import { paged } from '../paged.ts';

/** The operators' own tokens (rulings §10.27). They are made on the server alone. */
export const tokensRouter = t.router({
  list: operatorReadProcedure
    .meta(rest('GET', '/admin/tokens', 'List admin tokens, newest first'))
    .input(shape.adminTokensQuery)
    .output(z.object({ tokens: z.array(shape.adminTokenShape), next_cursor: z.string() }))
    .query(({ ctx: { services }, input }) =>
      paged(services.core, 'admin tokens', input, (page) => listAdminTokens(services.core, page)),
    ),
  revoke: operatorWriteProcedure
    .meta(
      rest('DELETE', '/admin/tokens/{prefix}', 'Revoke an admin token; not the one that asks', {
        errors: [400, 404, 409],
      }),
    )
    .input(shape.adminTokenPath)
    .input(shape.reasonInput)
    .output(z.void())
    .mutation(({ ctx, input }) =>
      revokeAdminToken(ctx.services.core, withReason(ctx, input).actor, input.prefix, ctx.token.prefix),
    ),
});
