import type { IncomingMessage } from 'node:http';

import { limits } from '@goal/contract';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { RequestHandler } from 'express';

import type { Context, RequestFacts, Services } from './context.ts';
import { judgeContentType } from './rest/read-body.ts';
import { siteDomainOf } from './rest/mount.ts';
import { hasBody } from './rest/respond.ts';
import { appRouter } from './router.ts';

/**
 * Native tRPC: the same procedures, keys, gates and limits. Every call of a batch is judged as if it came alone (rulings §2.4).
 */
export function mountNative({
  services,
  factsOf,
}: {
  services: Services;
  factsOf: (req: IncomingMessage) => RequestFacts;
}): RequestHandler {
  const handlers = [limits.bodyBytes, limits.ingestBodyBytes].map((maxBodySize) =>
    createExpressMiddleware({
      router: appRouter,
      maxBodySize,
      maxBatchSize: limits.batchCalls,
      createContext: ({ req, res }): Context => ({
        services,
        facts: { ...factsOf(req) },
        authorization: req.headers.authorization,
        siteDomain: siteDomainOf(req),
        setHeader: (name, value) => {
          if (!res.headersSent) res.setHeader(name, value);
        },
        body: { read: () => Promise.resolve(judgeType(req)) },
      }),
    }),
  );
  const [ordinary, ingest] = handlers;
  return (req, res, next) => {
    if (!namesProcedures(req.path)) {
      next();
      return;
    }
    // The adapter judges the content type before the credential; ours is judged in its turn, from what was really sent.
    sentTypes.set(req, req.headers['content-type']);
    req.headers['content-type'] = 'application/json';
    void (req.path.includes('ingest.') ? ingest : ordinary)?.(req, res, next);
  };
}

/** One segment that decodes; the adapter would take the last of several (rulings §2.10). */
function namesProcedures(path: string): boolean {
  if (!/^\/[^/]+$/.test(path)) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const sentTypes = new WeakMap<IncomingMessage, string | undefined>();

/** tRPC reads the body itself; only its head is judged here. */
function judgeType(req: IncomingMessage): Record<string, never> {
  if (hasBody(req)) judgeContentType({ ...req.headers, 'content-type': sentTypes.get(req) });
  return {};
}
