import * as shape from '@goal/contract';
import { previewPlan, previewReseller } from '@goal/core';

import { rest } from '../meta.ts';
import { readAccount } from './named.ts';

/** The effects that a change would have now, computed by the rules of the change itself. */
export const previews = {
  previewPlan: readAccount
    .meta(rest('GET', '/admin/accounts/{id}/plan/preview', 'What a change of plan would do'))
    .input(shape.planPreviewQuery)
    .output(shape.planPreviewShape)
    .query(({ ctx, input }) => previewPlan(ctx.services.core, ctx.caller, input.plan)),
  previewReseller: readAccount
    .meta(rest('GET', '/admin/accounts/{id}/reseller/preview', 'What the reseller flag would mean, in own numbers'))
    .input(shape.resellerPreviewQuery)
    .output(shape.resellerPreviewShape)
    .query(({ ctx, input }) => previewReseller(ctx.services.core, ctx.caller, input.enabled)),
};
