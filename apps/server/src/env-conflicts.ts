import { isServiceAddress, witnessesNeedLogs, type LogSettings } from '@goal/core';

/** Names every fault of the environment, one on each line. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}

/** Settings that others depend on. */
type Judged = {
  instances: number | 'auto';
  redisUrl: string | undefined;
  signedLog: LogSettings;
  signIn: string;
  signUp: boolean;
  smtpUrl: string | undefined;
  stripeSecretKey: string | undefined;
};

/** Sentences on settings that exclude or need each other. */
export function conflictsOf(
  { instances, redisUrl, signedLog, signIn, signUp, smtpUrl, stripeSecretKey }: Judged,
  env: NodeJS.ProcessEnv,
): string[] {
  const conflicts: [isSo: boolean, sentence: string][] = [
    [
      instances !== 'auto' && instances > 1 && redisUrl === undefined,
      'INSTANCES needs REDIS_URL: several processes share their limits there',
    ],
    [signedLog.witnesses !== undefined && signedLog.isOn === false, witnessesNeedLogs],
    [
      signIn === 'sso' && !isServiceAddress(env['OIDC_ISSUER'] ?? ''),
      'SIGN_IN=sso needs OIDC_ISSUER: without a provider nobody could sign in',
    ],
    [signUp && smtpUrl === undefined, 'SIGN_UP=on needs SMTP_URL: a free account begins with a code by mail'],
    [
      signUp && signIn === 'sso',
      'SIGN_UP=on and SIGN_IN=sso exclude each other: a free account begins with a code by mail',
    ],
    [
      stripeSecretKey !== undefined && (env['STRIPE_WEBHOOK_SECRET'] ?? '') === '',
      'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET: without it no payment would reach its account',
    ],
  ];
  return conflicts.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []));
}
