import { accountRouter } from './routers/account.ts';
import { adminRouter } from './routers/admin.ts';
import { dashboardRouter } from './routers/dashboard.ts';
import { entryRouter } from './routers/entry.ts';
import { meRouter } from './routers/me.ts';
import { ingestRouter, readRouter } from './routers/events.ts';
import { logRouter } from './routers/signed-log.ts';
import { t } from './trpc.ts';

/** All procedures. REST, its OpenAPI document, native tRPC and the MCP tools derive from it. */
export const appRouter = t.router({
  account: accountRouter,
  read: readRouter,
  ingest: ingestRouter,
  log: logRouter,
  admin: adminRouter,
  entry: entryRouter,
  me: meRouter,
  dashboard: dashboardRouter,
});

/** @public */
export type AppRouter = typeof appRouter;
