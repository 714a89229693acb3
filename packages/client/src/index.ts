import { accountClient } from './account-client.ts';
import type { SendingOptions } from './event-sender.ts';
import { siteClient } from './site-client.ts';
import { Transport, type ClientOptions } from './transport.ts';

/** @public */
export { NotTaken } from './event-sender.ts';
/** @public */
export type { NewEvent, RejectedEvent, SendingOptions, Sent } from './event-sender.ts';
/** The types of the OpenAPI document: `components['schemas']['AccountEvent']`. @public */
export type { components, paths } from './generated/openapi.ts';
export { GoalError } from './goal-error.ts';
/** The input and the output of an operation: `Output<'GET /account/me'>`. @public */
export type { Input, Output, Route } from './operations.ts';
/** @public */
export { TailExpired } from './tail.ts';
/** @public */
export type { TailOptions } from './tail.ts';
/** @public */
export type { CallOptions, ClientOptions } from './transport.ts';
/** @public */
export { verifyWebhook, WebhookRefused } from './verify-webhook.ts';
/** @public */
export type { VerifiedWebhook, WebhookRequest } from './verify-webhook.ts';

/** @public */
export type AccountClient = ReturnType<typeof accountClient>;
/** @public */
export type SiteClient = ReturnType<typeof siteClient>;

/**
 * Makes a client of the published REST paths. With `siteDomain` the token is a site key, which
 * reads and sends the events of its site; without, it is an account key, a group key or an admin
 * token. Throws `TypeError` for options that cannot be right.
 */
export function createGoalClient(options: ClientOptions & { siteDomain: string; sending?: SendingOptions }): SiteClient;
export function createGoalClient(options: ClientOptions & { siteDomain?: undefined }): AccountClient;
export function createGoalClient(
  options: ClientOptions & { siteDomain?: string | undefined; sending?: SendingOptions },
): AccountClient | SiteClient {
  const transport = new Transport(options);
  return options.siteDomain === undefined ? accountClient(transport) : siteClient(transport, options.sending);
}
