import { useUrlState } from '@goal/ui/field/use-url-state.ts';

/**
 * A dialog that the address opens, `?dialog=NAME`, so that a link leads to it and Back closes it.
 * Closing it also takes its `parameters` out of the address.
 */
export function useDialogInAddress(
  name: string,
  parameters: readonly string[] = [],
): { isOpen: boolean; open: () => void; close: () => void } {
  const [params, change] = useUrlState();
  return {
    isOpen: params.get('dialog') === name,
    open: () => change({ dialog: name }),
    close: () =>
      change({ dialog: undefined, ...Object.fromEntries(parameters.map((one) => [one, undefined])) }, 'replace'),
  };
}
