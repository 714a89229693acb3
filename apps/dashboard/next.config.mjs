import { nextConfig } from '@goal/ui/server/next-config.mjs';

export default nextConfig({ distDir: process.env.DASHBOARD_DIST });
