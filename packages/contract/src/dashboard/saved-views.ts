import { z } from 'zod';

import { errorCatalogue } from '../refusals/errors.ts';
import * as field from '../fields/fields.ts';
import { isUuid } from '../text/ids.ts';
import { limits } from '../limits.ts';
import { withoutSecrets } from '../text/pasted-keys.ts';
import { timestamp, uuid } from '../shapes.ts';

// Views of the log that members save (rulings §10.34).

/** The site and the group that a query names; undefined where it names none. */
export type NamedByView = { site: string | undefined; group: string | undefined };

/** The query of an address: printable ASCII, and no secret in it. */
const viewQuery = z
  .string({ error: errorCatalogue.invalid_query.message })
  .transform((text) => text.replace(/^\?/, ''))
  .refine(
    (text) =>
      text.length <= limits.viewQueryLength &&
      /^[\x21-\x7e]*$/.test(text) &&
      [...new URLSearchParams(text).values()].every((value) => withoutSecrets(value) === value) &&
      namedByView(text) !== undefined,
    errorCatalogue.invalid_query.message,
  );

/** Undefined where a query names two sites or two groups, or something else in their place. */
export function namedByView(query: string): NamedByView | undefined {
  const params = new URLSearchParams(query);
  const idsOf = (name: string): string[] => params.getAll(name).filter((id) => id !== '');
  const [sites, groups] = [idsOf('site'), idsOf('group')];
  if ([sites, groups].some((ids) => ids.length > 1 || !ids.every(isUuid))) return undefined;
  return { site: sites[0], group: groups[0] };
}

const shared = z.boolean({ error: 'shared must be a boolean' });
/** dashboard.views.save */
export const saveViewBody = z.object({ name: field.requiredName, query: viewQuery, shared: shared.optional() });
export type SaveViewInput = z.output<typeof saveViewBody>;
/** dashboard.views.update: what is omitted stays. */
export const updateViewBody = z.object({
  id: field.pathId,
  name: field.requiredNameWhenSent.optional(),
  query: viewQuery.optional(),
  shared: shared.optional(),
});
export type UpdateViewInput = z.output<typeof updateViewBody>;
export const viewPath = z.object({ id: field.pathId });

export const savedViewShape = z.object({
  id: uuid,
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  /** Null for a member who is not told who the others are (rulings §10.3). */
  created_by: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type SavedViewRow = z.infer<typeof savedViewShape>;
export const savedViewsShape = z.object({ views: z.array(savedViewShape) });
