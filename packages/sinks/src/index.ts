export { batchSizeOf, deliver, deliverObject, fittingEvents } from './deliver.ts';
export { openGuard, type Guard } from './guard/guard.ts';
export { oneHour, openPack, type Pack } from './s3/pack.ts';
export type { Delivery } from './sink.ts';
export { newSigningSecret, webhookId } from './webhook/signing.ts';
