import path from 'node:path';

import { limits, withoutBasePath } from '@goal/contract';
import {
  defaultSettings,
  isStreamNets,
  isRedisUrl,
  isServiceAddress,
  readSsoSettings,
  type LogSettings,
  type SsoSettings,
  type StreamSettings,
  type ZoneTable,
} from '@goal/core';
import { z } from 'zod';

import {
  days,
  email,
  instances,
  list,
  logVariables,
  offByDefault,
  origin,
  passwords,
  passwordsRule,
  port,
  sentenceIn,
  text,
  zoneTable,
} from './env-forms.ts';
import { conflictsOf, EnvError } from './env-conflicts.ts';

/** The settings, read from the environment once, at the start (README, «Configuration»). */
export type Env = {
  port: number;
  host: string;
  /** Public origin of the API: `https://api.example.com`. */
  apiUrl: string | undefined;
  basePath: string;
  dataDir: string;
  databaseUrl: string | undefined;
  metricsToken: string | undefined;
  logLevel: string;
  retentionGraceDays: number;
  /** The mail server; without one, mails are logged. */
  smtpUrl: string | undefined;
  /** The sender of mails. */
  mailFrom: string;
  /** The address for mails about the service itself. */
  operatorEmail: string | undefined;
  /** Secrets of the payment provider's webhook, newest first; without any there is no webhook. */
  stripeWebhookSecrets: readonly string[];
  /** The plan that each of the provider's prices buys. */
  stripePrices: ReadonlyMap<string, string>;
  /** Stripe's secret key; without one nobody pays in the dashboard. */
  stripeSecretKey: string | undefined;
  /** Origin of Stripe's API. */
  stripeApiUrl: string;
  /** Whom members ask for another plan where no checkout sells it. */
  billingContact: string | undefined;
  /** Port of the operator console; `off` starts none. */
  consolePort: number | 'off';
  /** Public origin of the console: `https://console.example.com`. */
  consoleUrl: string | undefined;
  /** Whether CONSOLE_SECRET is set, which was read once (rulings §8). */
  hasConsoleSecret: boolean;
  /** Port of the customers' dashboard; `off` starts none. */
  dashboardPort: number | 'off';
  /** Public origin of the dashboard: links lead there, and passkeys are bound to it. */
  dashboardUrl: string | undefined;
  /** Passwords of the dashboard, newest first; without them one is made and kept with the data. */
  dashboardSecrets: readonly string[] | undefined;
  /** How many of the operator's proxies stand in front of the dashboard. */
  trustedProxies: number;
  /** The ways to sign in: all that are set up, or single sign-on alone. */
  signIn: 'all' | 'sso';
  /** Whether anybody may make a free account. */
  signUp: boolean;
  /** The provider of single sign-on. */
  sso: SsoSettings | undefined;
  tailDays: number;
  streams: StreamSettings;
  /** The signed logs (rulings §16). */
  signedLog: LogSettings;
  /** The Redis with the rate buckets of all instances; without it each instance has its own. */
  redisUrl: string | undefined;
  /** Processes that serve behind the one port; `auto`: by the cores, where there is a Redis. */
  instances: number | 'auto';
  /** The rules of time zones that TZ_FILE names. */
  zoneTable: ZoneTable | undefined;
};

const variables = {
  PORT: { schema: port.default(4000), rule: 'a port number, 0 to 65535' },
  HOST: { schema: text.default('127.0.0.1'), rule: 'the address to listen on' },
  API_URL: { schema: origin.optional(), rule: 'the public origin of the API, as https://api.example.com' },
  BASE_PATH: {
    schema: z
      .string()
      .regex(/^(\/[A-Za-z0-9_-]+)+$/)
      .default('/v1/goal'),
    rule: 'segments of letters, digits, - and _, as /v1/goal',
  },
  DATA_DIR: { schema: text.default('.data'), rule: 'a folder' },
  DATABASE_URL: {
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//)
      .optional(),
    rule: 'an address like postgresql://user:password@host:5432/database, or with several hosts host1:5432,host2:5432',
  },
  METRICS_TOKEN: { schema: text.optional(), rule: 'the bearer token that /metrics wants' },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    rule: 'trace, debug, info, warn, error, fatal or silent',
  },
  TAIL_DAYS: { schema: days(1, 3650).default(limits.tailDays), rule: 'whole days, 1 to 3650' },
  STREAM_SECRET: { schema: passwords.optional(), rule: passwordsRule },
  STREAM_ALLOW_NETS: { schema: text.refine(isStreamNets).optional(), rule: 'networks, as 10.0.0.0/8,fd00::/8' },
  STREAM_DISABLE_DAYS: { schema: days(1, 365).optional(), rule: 'whole days, 1 to 365' },
  ...logVariables,
  RETENTION_GRACE_DAYS: {
    schema: days(0, 3650).default(defaultSettings.retentionGraceDays),
    rule: 'whole days, 0 to 3650',
  },
  SMTP_URL: {
    schema: text.regex(/^smtps?:\/\/.+/).optional(),
    rule: 'an address like smtp://user:password@host:587',
  },
  MAIL_FROM: {
    schema: text.regex(/@/).default('Goal <goal@localhost>'),
    rule: 'an address, as Goal <goal@example.com>',
  },
  OPERATOR_EMAIL: { schema: email.optional(), rule: 'an e-mail, as night@example.com' },
  STRIPE_WEBHOOK_SECRET: {
    schema: list.default([]),
    rule: 'the signing secret of the webhook, or several, newest first, separated by commas',
  },
  STRIPE_PRICES: {
    schema: list
      .transform((pairs) => pairs.map((pair) => pair.split('=')))
      .refine((pairs) => pairs.every((pair) => pair.length === 2 && pair.every((part) => part !== '')))
      .transform((pairs) => new Map(pairs.map(([price = '', plan = '']): [string, string] => [price, plan])))
      .default(new Map()),
    rule: 'prices and the plans that they buy, as price_a=starter,price_b=pro',
  },
  STRIPE_SECRET_KEY: {
    schema: z
      .string()
      .regex(/^(sk|rk)_\w+$/)
      .optional(),
    rule: 'a secret or a restricted key of Stripe, as sk_live_… or rk_live_…',
  },
  STRIPE_API_URL: {
    schema: z.string().refine(isServiceAddress).default('https://api.stripe.com'),
    rule: 'the https address of the API of Stripe (http on this machine alone)',
  },
  BILLING_CONTACT: {
    schema: text.max(200).optional(),
    rule: 'an e-mail, an address or a name, at most 200 characters',
  },
  CONSOLE_PORT: {
    schema: z.union([z.literal('off'), port]).default(3000),
    rule: 'a port number, 0 to 65535, or off',
  },
  CONSOLE_URL: {
    schema: origin.optional(),
    rule: 'the public origin of the console, as https://console.example.com',
  },
  DASHBOARD_PORT: {
    schema: z.union([z.literal('off'), port]).default(3001),
    rule: 'a port number, 0 to 65535, or off',
  },
  DASHBOARD_URL: {
    schema: origin.optional(),
    rule: 'the public origin of the dashboard, as https://goal.example.com',
  },
  DASHBOARD_SECRET: { schema: passwords.optional(), rule: passwordsRule },
  TRUSTED_PROXIES: {
    schema: z
      .string()
      .regex(/^[0-9]$/)
      .transform(Number)
      .default(0),
    rule: 'how many proxies stand in front of the dashboard, 0 to 9',
  },
  SIGN_IN: { schema: z.enum(['all', 'sso']).default('all'), rule: 'all or sso' },
  SIGN_UP: { schema: offByDefault, rule: 'on or off' },
  REDIS_URL: {
    schema: z.string().refine(isRedisUrl).optional(),
    rule: 'an address like redis://user:password@host:6379/0',
  },
  TZ_FILE: { schema: zoneTable.optional(), rule: 'a file with rules of time zones' },
  INSTANCES: {
    schema: instances.default(1),
    rule: 'a whole number, 1 to 16, or auto',
  },
} as const;

/**
 * Reads and judges the environment. An empty variable counts as not set. Throws `EnvError` with all
 * faults at once; it repeats no values, because some are secrets.
 */
export function readEnv(env: NodeJS.ProcessEnv = process.env): Env {
  const faults: string[] = [];
  const apiUrl = withoutBasePath(env['API_URL'] ?? '', env['BASE_PATH']);
  const read = <T>(name: keyof typeof variables, schema: z.ZodType<T>): T => {
    const given = name === 'API_URL' ? apiUrl : env[name];
    const parsed = schema.safeParse(given === '' ? undefined : given);
    if (!parsed.success) {
      faults.push(`${name} ${sentenceIn(parsed.error) ?? `must be ${variables[name].rule}`}`);
      // Never used, because the faults are thrown below.
      return undefined as T;
    }
    return parsed.data;
  };
  const result: Env = {
    port: read('PORT', variables.PORT.schema),
    host: read('HOST', variables.HOST.schema),
    apiUrl: read('API_URL', variables.API_URL.schema),
    basePath: read('BASE_PATH', variables.BASE_PATH.schema),
    dataDir: read('DATA_DIR', variables.DATA_DIR.schema),
    databaseUrl: read('DATABASE_URL', variables.DATABASE_URL.schema),
    metricsToken: read('METRICS_TOKEN', variables.METRICS_TOKEN.schema),
    logLevel: read('LOG_LEVEL', variables.LOG_LEVEL.schema),
    retentionGraceDays: read('RETENTION_GRACE_DAYS', variables.RETENTION_GRACE_DAYS.schema),
    smtpUrl: read('SMTP_URL', variables.SMTP_URL.schema),
    mailFrom: read('MAIL_FROM', variables.MAIL_FROM.schema),
    operatorEmail: read('OPERATOR_EMAIL', variables.OPERATOR_EMAIL.schema),
    stripeWebhookSecrets: read('STRIPE_WEBHOOK_SECRET', variables.STRIPE_WEBHOOK_SECRET.schema),
    stripePrices: read('STRIPE_PRICES', variables.STRIPE_PRICES.schema),
    stripeSecretKey: read('STRIPE_SECRET_KEY', variables.STRIPE_SECRET_KEY.schema),
    stripeApiUrl: read('STRIPE_API_URL', variables.STRIPE_API_URL.schema),
    billingContact: read('BILLING_CONTACT', variables.BILLING_CONTACT.schema),
    consolePort: read('CONSOLE_PORT', variables.CONSOLE_PORT.schema),
    consoleUrl: read('CONSOLE_URL', variables.CONSOLE_URL.schema),
    hasConsoleSecret: (env['CONSOLE_SECRET'] ?? '') !== '',
    dashboardPort: read('DASHBOARD_PORT', variables.DASHBOARD_PORT.schema),
    dashboardUrl: read('DASHBOARD_URL', variables.DASHBOARD_URL.schema),
    dashboardSecrets: read('DASHBOARD_SECRET', variables.DASHBOARD_SECRET.schema),
    trustedProxies: read('TRUSTED_PROXIES', variables.TRUSTED_PROXIES.schema),
    signIn: read('SIGN_IN', variables.SIGN_IN.schema),
    signUp: read('SIGN_UP', variables.SIGN_UP.schema),
    sso: undefined,
    tailDays: read('TAIL_DAYS', variables.TAIL_DAYS.schema),
    streams: readStreams(read),
    signedLog: readLog(read),
    redisUrl: read('REDIS_URL', variables.REDIS_URL.schema),
    instances: read('INSTANCES', variables.INSTANCES.schema),
    zoneTable: read('TZ_FILE', variables.TZ_FILE.schema),
  };
  const { sso, faults: faultsOfSso } = readSsoSettings(env);
  faults.push(...faultsOfSso, ...conflictsOf(result, env));
  if (faults.length > 0) throw new EnvError(faults.join('\n'));
  const dataDir = path.resolve(result.dataDir);
  // The logs are named after the API, where they are not named otherwise.
  const origin = result.signedLog.origin ?? (result.apiUrl && new URL(result.apiUrl).host);
  return { ...result, sso, dataDir, signedLog: { ...result.signedLog, dataDir, origin } };
}

/** By this the primary tells a process how to begin, as JSON (cluster/messages.ts). */
export const beginningVariable = 'GOAL_PROCESS';
export const readBeginning = (): string => process.env[beginningVariable] ?? '';

/** Reads a variable, or notes its fault. */
type Read = <T>(name: keyof typeof variables, schema: z.ZodType<T>) => T;

const readStreams = (read: Read): StreamSettings => ({
  secrets: read('STREAM_SECRET', variables.STREAM_SECRET.schema),
  allowNets: read('STREAM_ALLOW_NETS', variables.STREAM_ALLOW_NETS.schema),
  disableDays: read('STREAM_DISABLE_DAYS', variables.STREAM_DISABLE_DAYS.schema),
});

const readLog = (read: Read): LogSettings => ({
  isOn: read('LOG_SEAL', variables.LOG_SEAL.schema),
  seeds: read('LOG_KEY', variables.LOG_KEY.schema),
  origin: read('LOG_ORIGIN', variables.LOG_ORIGIN.schema),
  seconds: read('SEAL_SECONDS', variables.SEAL_SECONDS.schema),
  witnesses: read('LOG_WITNESSES', variables.LOG_WITNESSES.schema),
});
