import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');

/** @type {import('next').NextConfig} */
export default {
  // Allows a second build beside the one that `npm start` serves.
  distDir: process.env.CONSOLE_DIST ?? '.next',
  outputFileTracingRoot: root,
  turbopack: { root },
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  // `npm run check` checks the types of the whole workspace; checking them here too would double
  // the build time.
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'tsconfig.next.json' },
  // Next buffers each body for src/proxy.ts, which reads none of them.
  experimental: { proxyClientMaxBodySize: 16_384 },
  // No page has images to resize, so the route that resizes them stays off.
  images: { unoptimized: true },
};
