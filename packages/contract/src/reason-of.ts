import type { ActionView } from './shapes.ts';

// Without zod: pages of the console use it, and their policy allows no generated code.

/** The reason that a recorded act was given. The reason of a hold is not one: nobody gave it. */
export function reasonOf({ action, detail }: Pick<ActionView, 'action' | 'detail'>): string | undefined {
  const reason = action === 'retention.confirm' ? undefined : detail?.['reason'];
  return typeof reason === 'string' ? reason : undefined;
}
