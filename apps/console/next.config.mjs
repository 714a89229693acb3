import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');

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
  // Next keeps a copy of each body for src/proxy.ts, which reads none.
  experimental: { proxyClientMaxBodySize: 16_384 },
  // No page has an image that would have to be resized, and nobody shall ask for one.
  images: { unoptimized: true },
};
