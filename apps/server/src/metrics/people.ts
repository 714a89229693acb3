import { entryOutcomes, entryWays, type Services } from '@goal/api';
import { limits } from '@goal/contract';
import { Counter, type Registry } from 'prom-client';

/** Registers the metrics of people. Returns the functions that count. */
export function registerPeople(registry: Registry): Required<Pick<Services, 'onSignIn' | 'onBrake'>> {
  const signIns = new Counter({
    name: 'goal_sign_ins_total',
    help: 'Steps of sign-ins by way: a session has begun, the second factor is next, refused, limited by a brake, failed',
    labelNames: ['way', 'outcome'],
    registers: [registry],
  });
  for (const way of entryWays) for (const outcome of entryOutcomes) signIns.inc({ way, outcome }, 0);
  const brakes = new Counter({
    name: 'goal_brake_refusals_total',
    help: 'Requests that a brake refused, by what it counts',
    labelNames: ['brake'],
    registers: [registry],
  });
  for (const brake of Object.keys(limits.brakes)) brakes.inc({ brake }, 0);
  return {
    onSignIn: (way, outcome) => signIns.inc({ way, outcome }),
    onBrake: (brake) => brakes.inc({ brake }),
  };
}
