import { startStripe } from '../../packages/api/test/stripe-double.ts';
import { goal } from './goal.ts';
import { openWorld } from './open-world.ts';
import { shareDatabase, startService } from './start-service.ts';
import { publish } from './world.ts';

/** Starts one service with two operators, one who may only read. Returns how to stop it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const stripe = await startStripe();
  const secret = 'whsec_of_the_journeys';
  const variables = {
    STRIPE_SECRET_KEY: 'sk_test_journeys',
    STRIPE_API_URL: stripe.url,
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_PRICES: 'price_p=pro,price_a=agency',
    BILLING_CONTACT: 'billing@provider.test',
    // Streams of the tests send to this machine.
    STREAM_ALLOW_NETS: '127.0.0.0/8',
  };
  const service = await startService(variables, async (dataDir) => {
    await goal(dataDir, 'migrate');
    shareDatabase(dataDir);
  });
  try {
    publish(await openWorld(service, { url: stripe.url, secret }));
  } catch (error) {
    await service.stop();
    await stripe.stop();
    throw error;
  }
  return async () => {
    await service.stop();
    await stripe.stop();
    report(service.printed());
  };
}

/** Prints what the service logged as its own failures: the cause of a fault that a browser saw. */
function report(printed: string): void {
  const failures = printed.split('\n').filter((line) => /"level":[56]0/.test(line));
  // oxlint-disable-next-line no-console -- the run's own output
  if (failures.length > 0) console.log(`The service logged failures:\n${failures.join('\n')}`);
}
