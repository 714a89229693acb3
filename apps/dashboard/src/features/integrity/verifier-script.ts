export const verifierScript = '/verify-worker.js';
