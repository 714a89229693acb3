type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let open: Promise<boolean> | undefined;

/**
 * Registers the one dialog that asks a person to confirm that it is them
 * (features/confirm/confirm-host.tsx). Returns a function that unregisters it.
 */
export function onConfirmationAsked(by: Ask): () => void {
  ask = by;
  return () => {
    ask = undefined;
  };
}

/**
 * Asks the person to confirm that it is them. Calls that ask at the same time share one dialog.
 * Resolves to whether they did.
 */
export function askToConfirm(): Promise<boolean> {
  open ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    open = undefined;
  });
  return open;
}
