import path from 'node:path';

import { isRedisUrl } from '@goal/core';

/** What the environment says, once, at the start; the same variables and rules as the server's. */
export type Env = {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Where a server of the same environment is reached from this machine, for the lines that the demo prints. */
  baseUrl: string;
  retentionGraceDays: number;
  tailDays: number;
  smtpUrl: string | undefined;
  mailFrom: string;
  redisUrl: string | undefined;
};

const variables = {
  PORT: { default: '4000', form: /^[0-9]{1,5}$/, rule: 'a port number, 0 to 65535' },
  HOST: { default: '127.0.0.1', form: /./, rule: 'the address to listen on' },
  BASE_PATH: {
    default: '/v1/goal',
    form: /^(\/[A-Za-z0-9_-]+)+$/,
    rule: 'segments of letters, digits, - and _, as /v1/goal',
  },
  DATA_DIR: { default: '.data', form: /./, rule: 'a folder' },
  DATABASE_URL: {
    default: '',
    form: /^(postgres(ql)?:\/\/.*)?$/,
    rule: 'an address like postgresql://user:password@host:5432/database',
  },
  SMTP_URL: { default: '', form: /^(smtps?:\/\/.+)?$/, rule: 'an address like smtp://user:password@host:587' },
  MAIL_FROM: { default: 'Goal <goal@localhost>', form: /@/, rule: 'an address, as Goal <goal@example.com>' },
  TAIL_DAYS: { default: '30', form: /^[1-9][0-9]{0,3}$/, rule: 'whole days, 1 to 3650' },
  REDIS_URL: {
    default: '',
    form: { test: (value: string) => value === '' || isRedisUrl(value) },
    rule: 'an address like redis://user:password@host:6379/0',
  },
  RETENTION_GRACE_DAYS: { default: '14', form: /^[0-9]{1,4}$/, rule: 'whole days, 0 to 3650' },
} as const;

/** Every fault of the environment, one a line. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}

/**
 * Reads and judges the environment; a variable that is set to nothing counts as not set. Throws `EnvError` with all faults at once; values are
 * not repeated, because some are secrets.
 */
export function readEnv(env: NodeJS.ProcessEnv = process.env): Env {
  const faults: string[] = [];
  const most: Partial<Record<string, number>> = { PORT: 65_535, RETENTION_GRACE_DAYS: 3650, TAIL_DAYS: 3650 };
  const read = (name: keyof typeof variables): string => {
    const { form, rule, default: standard } = variables[name];
    const value = env[name] || standard;
    if (!form.test(value) || Number(value) > (most[name] ?? Infinity)) faults.push(`${name} must be ${rule}`);
    return value;
  };
  const [port, host, basePath] = [read('PORT'), read('HOST'), read('BASE_PATH')];
  const [dataDir, databaseUrl] = [read('DATA_DIR'), read('DATABASE_URL')];
  const [retentionGraceDays, tailDays] = [Number(read('RETENTION_GRACE_DAYS')), Number(read('TAIL_DAYS'))];
  const [smtpUrl, mailFrom, redisUrl] = [read('SMTP_URL'), read('MAIL_FROM'), read('REDIS_URL')];
  if (faults.length > 0) throw new EnvError(faults.join('\n'));
  return {
    dataDir: path.resolve(dataDir),
    databaseUrl: databaseUrl || undefined,
    retentionGraceDays,
    tailDays,
    smtpUrl: smtpUrl || undefined,
    mailFrom,
    redisUrl: redisUrl || undefined,
    baseUrl: `http://${reachable(host)}:${port}${basePath}`,
  };
}

/** A server that listens everywhere is reached at the machine's own address. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
