import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { useCallback } from 'react';

const dialogs = ['reseller', 'plan', 'email', 'site', 'key', 'invite', 'delete'] as const;
export type DialogName = (typeof dialogs)[number];

/** The dialog in the URL (`?dialog=plan`), so that a link can open it and Back closes it. */
export function useDialog() {
  const [params, change] = useUrlState();
  const named = params.get('dialog');
  const open = useCallback((name: DialogName) => change({ dialog: name }), [change]);
  const close = useCallback(() => change({ dialog: undefined }, 'replace'), [change]);
  return { dialog: dialogs.find((one) => one === named), open, close };
}
