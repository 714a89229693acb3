type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let open: Promise<boolean> | undefined;

/** Registers the one dialog that asks for a proof. Returns a function that unregisters it. */
export function onConfirmationAsked(by: Ask): () => void {
  ask = by;
  return () => {
    ask = undefined;
  };
}

/** Calls that ask at the same time share one dialog. Resolves to whether they confirmed. */
export function askToConfirm(): Promise<boolean> {
  open ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    open = undefined;
  });
  return open;
}
