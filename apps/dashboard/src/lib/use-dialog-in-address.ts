import { useUrlState } from '@goal/ui/field/use-url-state.ts';

/** A dialog that `?dialog=NAME` opens. Closing it takes `parameters` out of the address too. */
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
