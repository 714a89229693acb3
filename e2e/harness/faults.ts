import type { BrowserContext, ConsoleMessage, Dialog, Request, WebError } from '@playwright/test';

/** What went wrong in a browser without anybody asking: none of it may happen in any journey. */
export type Faults = {
  /** A test that breaks something says which messages of the browser belong to it. */
  allow: (expected: RegExp) => void;
  /** Everything that was not allowed, a line each. */
  found: () => string[];
  /** Forgets what was found so far. */
  forget: () => void;
  /** Listens no longer. */
  stop: () => void;
};

/** Listens to all pages of a new context, see `listen`. */
export async function watchFaults(context: BrowserContext, consoleUrl: string): Promise<Faults> {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      // oxlint-disable-next-line no-console -- runs in the page, whose console is listened to
      console.error(`Content-Security-Policy: ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  return listen(context, consoleUrl);
}

/**
 * Listens to all pages of a watched context: errors on the console, exceptions, violations of the Content-Security-Policy, dialogs of the browser
 * (hostile data that runs would open one), and requests to any other host than the console's.
 */
export function listen(context: BrowserContext, consoleUrl: string): Faults {
  const lines: string[] = [];
  const allowed: RegExp[] = [];
  const onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error') lines.push(`error on the console: ${message.text()} (${message.location().url})`);
  };
  const onError = (error: WebError): void => {
    lines.push(`uncaught: ${error.error().stack ?? error.error().message}`);
  };
  const onDialog = (dialog: Dialog): void => {
    lines.push(`the browser opened a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  };
  const onRequest = (request: Request): void => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && origin !== consoleUrl)
      lines.push(`asked another host: ${request.url()}`);
  };
  context.on('console', onConsole).on('weberror', onError).on('dialog', onDialog).on('request', onRequest);
  return {
    allow: (expected) => void allowed.push(expected),
    found: () => lines.filter((line) => !allowed.some((expected) => expected.test(line))),
    forget: () => void lines.splice(0),
    stop: () =>
      void context.off('console', onConsole).off('weberror', onError).off('dialog', onDialog).off('request', onRequest),
  };
}
