import path from 'node:path';

import { parseEmail, withoutBasePath } from '@goal/contract';
import {
  isLogKeys,
  isLogOrigin,
  isStreamNets,
  isOn,
  isOnOrOff,
  isRedisUrl,
  logRules,
  parseLogKeys,
  readWitnesses,
  readZoneFile,
  witnessesNeedLogs,
  type LogSettings,
  type StreamSettings,
  type ZoneTable,
} from '@goal/core';

/** The settings, read once at the start, by the same variables and rules as the server's. */
export type Env = {
  dataDir: string;
  databaseUrl: string | undefined;
  /** URL of a server with the same environment, as seen from this machine; the demo prints it. */
  baseUrl: string;
  /** Origin of the dashboard, where links lead. */
  dashboardUrl: string;
  retentionGraceDays: number;
  tailDays: number;
  smtpUrl: string | undefined;
  mailFrom: string;
  operatorEmail: string | undefined;
  redisUrl: string | undefined;
  zoneTable: ZoneTable | undefined;
  streams: StreamSettings;
  signedLog: LogSettings;
};

const variables = {
  PORT: { default: '4000', form: /^[0-9]{1,5}$/, rule: 'a port number, 0 to 65535' },
  HOST: { default: '127.0.0.1', form: /./, rule: 'the address to listen on' },
  BASE_PATH: {
    default: '/v1/goal',
    form: /^(\/[A-Za-z0-9_-]+)+$/,
    rule: 'segments of letters, digits, - and _, such as /v1/goal',
  },
  DATA_DIR: { default: '.data', form: /./, rule: 'a folder' },
  DATABASE_URL: {
    default: '',
    form: /^(postgres(ql)?:\/\/.*)?$/,
    rule: 'an address like postgresql://user:password@host:5432/database, or with several hosts host1:5432,host2:5432',
  },
  DASHBOARD_PORT: { default: '3001', form: /^([0-9]{1,5}|off)$/, rule: 'a port number, 0 to 65535, or off' },
  DASHBOARD_URL: {
    default: '',
    form: { test: (value: string) => value === '' || originOf(value) !== undefined },
    rule: 'the public origin of the dashboard, as https://goal.example.com',
  },
  SMTP_URL: { default: '', form: /^(smtps?:\/\/.+)?$/, rule: 'an address like smtp://user:password@host:587' },
  MAIL_FROM: { default: 'Goal <goal@localhost>', form: /@/, rule: 'an address, as Goal <goal@example.com>' },
  OPERATOR_EMAIL: {
    default: '',
    form: { test: (value: string) => value === '' || parseEmail(value) !== undefined },
    rule: 'an e-mail, as night@example.com',
  },
  TAIL_DAYS: { default: '30', form: /^[1-9][0-9]{0,3}$/, rule: 'whole days, 1 to 3650' },
  REDIS_URL: {
    default: '',
    form: { test: (value: string) => value === '' || isRedisUrl(value) },
    rule: 'an address like redis://user:password@host:6379/0',
  },
  STREAM_SECRET: {
    default: '',
    form: /^([^,]{32,}(,[^,]{32,})*)?$/,
    rule: 'at least 32 characters, or several of them, newest first, separated by commas',
  },
  STREAM_ALLOW_NETS: {
    default: '',
    form: { test: (value: string) => value === '' || isStreamNets(value) },
    rule: 'networks, separated by commas, like 10.0.0.0/8,fd00::/8',
  },
  STREAM_DISABLE_DAYS: { default: '5', form: /^[1-9][0-9]{0,2}$/, rule: 'whole days, 1 to 365' },
  API_URL: {
    default: '',
    form: { test: (value: string) => value === '' || originOf(value) !== undefined },
    rule: 'the public origin of the API, as https://api.example.com',
  },
  LOG_SEAL: { default: 'on', form: { test: isOnOrOff }, rule: logRules.LOG_SEAL },
  LOG_KEY: { default: '', form: { test: (value: string) => value === '' || isLogKeys(value) }, rule: logRules.LOG_KEY },
  LOG_ORIGIN: {
    default: '',
    form: { test: (value: string) => value === '' || isLogOrigin(value) },
    rule: logRules.LOG_ORIGIN,
  },
  LOG_WITNESSES: { default: '', form: { test: () => true }, rule: logRules.LOG_WITNESSES },
  TZ_FILE: { default: '', form: { test: () => true }, rule: 'a file with rules of time zones' },
  SEAL_SECONDS: { default: '5', form: /^[1-9][0-9]{0,3}$/, rule: logRules.SEAL_SECONDS },
  RETENTION_GRACE_DAYS: { default: '14', form: /^[0-9]{1,4}$/, rule: 'whole days, 0 to 3650' },
} as const;

/** Lists every invalid variable, one per line. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}

/**
 * Reads and validates the environment; an empty variable counts as not set. Throws `EnvError` with
 * all faults at once. It does not repeat the values, because some are secrets.
 */
export function readEnv(env: Readonly<NodeJS.ProcessEnv>): Env {
  const faults: string[] = [];
  const maxima: Partial<Record<string, number>> = {
    PORT: 65_535,
    DASHBOARD_PORT: 65_535,
    RETENTION_GRACE_DAYS: 3650,
    TAIL_DAYS: 3650,
    STREAM_DISABLE_DAYS: 365,
    SEAL_SECONDS: 3600,
  };
  const read = (name: keyof typeof variables): string => {
    const { form, rule, default: defaultValue } = variables[name];
    const given = name === 'API_URL' ? withoutBasePath(env[name] ?? '', env['BASE_PATH']) : env[name];
    const value = given || defaultValue;
    if (!form.test(value) || Number(value) > (maxima[name] ?? Infinity)) faults.push(`${name} must be ${rule}`);
    return value;
  };
  const [port, host, basePath] = [read('PORT'), read('HOST'), read('BASE_PATH')];
  const [dataDir, databaseUrl] = [read('DATA_DIR'), read('DATABASE_URL')];
  const [retentionGraceDays, tailDays] = [Number(read('RETENTION_GRACE_DAYS')), Number(read('TAIL_DAYS'))];
  const [smtpUrl, mailFrom, redisUrl] = [read('SMTP_URL'), read('MAIL_FROM'), read('REDIS_URL')];
  const operatorEmail = read('OPERATOR_EMAIL');
  const [secret, allowNets, disableDays] = [
    read('STREAM_SECRET'),
    read('STREAM_ALLOW_NETS'),
    Number(read('STREAM_DISABLE_DAYS')),
  ];
  const [seal, keys, sealSeconds] = [read('LOG_SEAL'), read('LOG_KEY'), Number(read('SEAL_SECONDS'))];
  const [logOrigin, apiUrl] = [read('LOG_ORIGIN'), read('API_URL')];
  const file = read('LOG_WITNESSES');
  const witnesses = file === '' ? undefined : readWitnesses(file);
  if (typeof witnesses === 'string') faults.push(`LOG_WITNESSES is ${file}: ${witnesses}`);
  else if (witnesses !== undefined && !isOn(seal)) faults.push(witnessesNeedLogs);
  const zoneFile = read('TZ_FILE');
  const zoneTable = zoneFile === '' ? undefined : readZoneFile(zoneFile);
  if (typeof zoneTable === 'string') faults.push(`TZ_FILE is ${zoneFile}: ${zoneTable}`);
  const [dashboardPort, dashboardUrl] = [read('DASHBOARD_PORT'), read('DASHBOARD_URL')];
  if (faults.length > 0 || typeof witnesses === 'string' || typeof zoneTable === 'string')
    throw new EnvError(faults.join('\n'));
  return {
    dataDir: path.resolve(dataDir),
    databaseUrl: databaseUrl || undefined,
    retentionGraceDays,
    tailDays,
    smtpUrl: smtpUrl || undefined,
    mailFrom,
    operatorEmail: operatorEmail || undefined,
    redisUrl: redisUrl || undefined,
    signedLog: {
      isOn: isOn(seal),
      seeds: keys === '' ? [] : parseLogKeys(keys),
      // The logs are named after the API, where they are not named otherwise.
      origin: logOrigin || (apiUrl === '' ? undefined : new URL(apiUrl).host),
      seconds: sealSeconds,
      witnesses,
      dataDir: path.resolve(dataDir),
    },
    zoneTable,
    streams: { secrets: secret === '' ? [] : secret.split(','), allowNets: allowNets || undefined, disableDays },
    baseUrl: `http://${reachable(host)}:${port}${basePath}`,
    // Browsers make no passkey on 127.0.0.1 (rulings §10.1).
    dashboardUrl: originOf(dashboardUrl) ?? `http://localhost:${dashboardPort === 'off' ? '3001' : dashboardPort}`,
  };
}

/** The origin of an address that has nothing else in it. */
function originOf(text: string): string | undefined {
  return /^https?:\/\/[^/?#@\s]+\/?$/.test(text) && URL.canParse(text) ? new URL(text).origin : undefined;
}

/** A server that listens on all addresses is reachable at the loopback address. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
