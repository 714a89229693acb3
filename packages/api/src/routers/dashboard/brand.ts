import * as shape from '@goal/contract';
import { getBrand, setBrand } from '@goal/core';
import { z } from 'zod';

import { memberProcedure, ownerProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

/** A reseller's brand, in place of the product's name (rulings §10.38). */
export const brandRouter = t.router({
  get: memberProcedure.output(shape.brandShape).query(({ ctx }) => getBrand(ctx.services.core, ctx.membership.account)),
  set: ownerProcedure
    .use(withBody)
    .input(shape.setBrandBody)
    .output(z.void())
    .mutation(({ ctx, input }) => setBrand(ctx.services.core, ctx.caller, input)),
});
