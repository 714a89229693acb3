export { openStripe } from './billing/stripe-provider.ts';
export { stripeWebhook } from './billing/stripe.ts';
export type { RequestFacts, Services } from './http/context.ts';
export { openMemory } from './http/memory.ts';
export { openApiDocument } from './document.ts';
export { mountMcp } from './mcp/mount.ts';
export { mountNative } from './native.ts';
export { refusalOf } from './refusal.ts';
export { mountRest } from './rest/mount.ts';
export { send, sendRefusal } from './http/respond.ts';
export { entryOutcomes, entryWays } from './sign-ins.ts';
export { allowOf } from './rest/routes.ts';
export { appRouter } from './router.ts';
/** The type from which a typed client of native tRPC is made. @public */
export type { AppRouter } from './router.ts';
