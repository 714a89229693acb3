import * as shape from '@goal/contract';
import { deleteView, listSavedViews, saveView, updateView } from '@goal/core';
import { z } from 'zod';

import { memberProcedure } from '../../access.ts';
import { t } from '../../trpc.ts';
import { withBody } from '../../with-body.ts';

/**
 * Saved views of the log (rulings §10.34). Whether a view is shared decides which role a change of
 * it needs, so the verb judges that.
 */
export const viewsRouter = t.router({
  list: memberProcedure.output(shape.savedViewsShape).query(({ ctx }) => listSavedViews(ctx.services.core, ctx)),
  save: memberProcedure
    .use(withBody)
    .input(shape.saveViewBody)
    .output(shape.savedViewShape)
    .mutation(({ ctx, input }) => saveView(ctx.services.core, ctx, input)),
  update: memberProcedure
    .use(withBody)
    .input(shape.updateViewBody)
    .output(z.void())
    .mutation(({ ctx, input }) => updateView(ctx.services.core, ctx, input)),
  delete: memberProcedure
    .use(withBody)
    .input(shape.viewPath)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteView(ctx.services.core, ctx, input.id)),
});
