import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');

/** Headers of every answer, also of files and of the API routes. The pages' Content-Security-Policy has a nonce: src/proxy.ts. */
const everywhere = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'no-referrer' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
];
/** What is no page may do nothing, should a browser take it for one. */
const noPage = { key: 'Content-Security-Policy', value: "default-src 'none'; frame-ancestors 'none'" };
const notStored = { key: 'Cache-Control', value: 'no-store' };

/** @type {import('next').NextConfig} */
export default {
  // Another build beside the one that `npm start` serves, for who works on two things at once.
  distDir: process.env.CONSOLE_DIST ?? '.next',
  outputFileTracingRoot: root,
  turbopack: { root },
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  // `npm run check` reads the types of the whole workspace at once; a build that did so too would take twice as long.
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'tsconfig.next.json' },
  headers: async () => [
    { source: '/:path*', headers: everywhere },
    { source: '/_next/:path*', headers: [noPage] },
    { source: '/api/:path*', headers: [noPage, notStored] },
  ],
};
