/** Where the script of the worker is that checks a bundle (packages/browser-verifier). */
export const verifierScript = '/verify-worker.js';
