import type { ActionView } from '../shapes.ts';

// Without a schema, because the web apps use it: schemas are built by code that their policy
// forbids.

/** The reason that a recorded act was given. The reason of a hold is not one: nobody gave it. */
export function reasonOf({ action, detail }: Pick<ActionView, 'action' | 'detail'>): string | undefined {
  const reason = action === 'retention.confirm' ? undefined : detail?.['reason'];
  return typeof reason === 'string' ? reason : undefined;
}

/** The detail of an act as customers read it: without the operator's reason (rulings §8). */
export function detailWithoutReason({ detail }: Pick<ActionView, 'detail'>): ActionView['detail'] {
  if (detail === null || !('reason' in detail)) return detail;
  return Object.fromEntries(Object.entries(detail).filter(([name]) => name !== 'reason'));
}
