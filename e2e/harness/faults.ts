import type { BrowserContext } from '@playwright/test';

/** What went wrong in a browser without anybody asking: none of it may happen in any journey. */
export type Faults = {
  /** A test that breaks something says which messages of the browser belong to it. */
  allow: (expected: RegExp) => void;
  /** Everything that was not allowed, a line each. */
  found: () => string[];
  /** Forgets what was allowed and what went wrong. */
  forget: () => void;
};

/**
 * Listens to all pages of a context: errors on the console, exceptions, violations of the Content-Security-Policy, dialogs of the browser
 * (hostile data that runs would open one), and requests to any other host than the console's.
 */
export async function watchFaults(context: BrowserContext, consoleUrl: string): Promise<Faults> {
  const lines: string[] = [];
  const allowed: RegExp[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') lines.push(`error on the console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => lines.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on('dialog', (dialog) => {
    lines.push(`the browser opened a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && origin !== consoleUrl)
      lines.push(`asked another host: ${request.url()}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      // oxlint-disable-next-line no-console -- runs in the page, whose console is listened to
      console.error(`Content-Security-Policy: ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  return {
    allow: (expected) => void allowed.push(expected),
    found: () => lines.filter((line) => !allowed.some((expected) => expected.test(line))),
    forget: () => void (lines.length = allowed.length = 0),
  };
}
