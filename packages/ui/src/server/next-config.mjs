import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');

/**
 * The settings of Next for an app of this workspace. `distDir` allows a second build beside the one
 * that `npm start` serves.
 *
 * @param {{ distDir: string | undefined }} app
 * @returns {import('next').NextConfig}
 */
export const nextConfig = ({ distDir }) => ({
  distDir: distDir ?? '.next',
  outputFileTracingRoot: root,
  turbopack: { root },
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  // `npm run check` checks the types of the whole workspace; checking them here too would double
  // the build time.
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'tsconfig.next.json' },
  experimental: {
    // Next buffers each body for proxy.ts, which reads none of them.
    proxyClientMaxBodySize: 16_384,
    // Without this each page has tRPC's client of WebSockets, because the package does not say that
    // its modules do nothing when they load.
    optimizePackageImports: ['@trpc/client'],
  },
  // No page has images to resize, so the route that resizes them stays off.
  images: { unoptimized: true },
});
