import type { BrowserContext, ConsoleMessage, Dialog, Request, Response, WebError } from '@playwright/test';

/** Unexpected faults in a browser. Every journey fails on them. */
export type Faults = {
  /** A test that breaks something on purpose names the messages it expects. */
  allow: (expected: RegExp) => void;
  /** The faults that were not allowed, one line each. */
  found: () => string[];
  /** Forgets the faults found so far. */
  forget: () => void;
  /** Stops listening. */
  stop: () => void;
};

/** Listens to all pages of a new context; see `listen`. */
export async function watchFaults(context: BrowserContext, appUrl: string): Promise<Faults> {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      // oxlint-disable-next-line no-console -- runs in the page, and `listen` reads its console
      console.error(`Content-Security-Policy: ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  return listen(context, appUrl);
}

/**
 * Listens to all pages of a watched context: errors on the browser console, exceptions, violations
 * of the Content-Security-Policy, native dialogs (injected code would open one), requests to a host
 * other than the app's, and refused requests, of which the console does not name all.
 */
export function listen(context: BrowserContext, appUrl: string): Faults {
  const lines: string[] = [];
  const allowed: RegExp[] = [];
  const onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error') lines.push(`browser console error: ${message.text()} (${message.location().url})`);
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
    if (protocol !== 'data:' && protocol !== 'blob:' && origin !== appUrl)
      lines.push(`request to another host: ${request.url()}`);
  };
  const onResponse = (response: Response): void => {
    // In the words of the browser's console, so that a test names what it expects once.
    if (response.status() >= 400)
      lines.push(
        `Failed to load resource: the server responded with a status of ${response.status()} (${response.url()})`,
      );
  };
  context.on('console', onConsole).on('weberror', onError).on('dialog', onDialog);
  context.on('request', onRequest).on('response', onResponse);
  return {
    allow: (expected) => void allowed.push(expected),
    found: () => lines.filter((line) => !allowed.some((expected) => expected.test(line))),
    forget: () => void lines.splice(0),
    stop: () => {
      context.off('console', onConsole).off('weberror', onError).off('dialog', onDialog);
      context.off('request', onRequest).off('response', onResponse);
    },
  };
}
