import { parseEmail } from '@goal/contract';
import {
  isLogKeys,
  isLogOrigin,
  isOn,
  isOnOrOff,
  logRules,
  parseLogKeys,
  readWitnesses,
  readZoneFile,
  type Witnesses,
  type ZoneTable,
} from '@goal/core';
import { z } from 'zod';

// The forms of variables that several of them have (env.ts).

export const origin = z
  .string()
  .regex(/^https?:\/\/[^/?#@\s]+\/?$/)
  .refine((value) => URL.canParse(value))
  .transform((value) => new URL(value).origin);
export const port = z
  .string()
  .regex(/^[0-9]{1,5}$/)
  .transform(Number)
  .refine((value) => value <= 65_535);
export const text = z.string().min(1);
export const email = text.refine((value) => parseEmail(value) !== undefined);
export const days = (min: number, max: number) =>
  text
    .regex(/^[0-9]{1,4}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);

export const list = z
  .string()
  .transform((value) => value.split(',').map((one) => one.trim()))
  .refine((all) => all.every((one) => one !== ''));
export const passwords = list.refine((all) => all.every((one) => one.length >= 32));
export const passwordsRule = 'one or more passwords of at least 32 characters each, newest first, separated by commas';

export const offByDefault = z
  .enum(['on', 'off'])
  .default('off')
  .transform((value) => value === 'on');

/** A number of processes, or `auto`. */
export const instances = z
  .string()
  .regex(/^(auto|[1-9]|1[0-6])$/)
  .transform((value) => (value === 'auto' ? value : Number(value)));

/** A file, whose fault is told in a sentence of its own. */
const fileReadBy = <Content>(read: (file: string) => Content | string) =>
  text.transform((file, context): Content => {
    const content = read(file);
    if (typeof content !== 'string') return content;
    context.addIssue({ code: 'custom', message: `is ${file}: ${content}`, params: { isSentence: true } });
    return z.NEVER;
  });
const witnesses = fileReadBy<Witnesses>(readWitnesses);
export const zoneTable = fileReadBy<ZoneTable>(readZoneFile);

/** The end of a sentence about a variable whose form has one of its own in place of the rule. */
export const sentenceIn = ({ issues }: z.ZodError): string | undefined =>
  issues.find((issue) => issue.code === 'custom' && issue.params?.['isSentence'] === true)?.message;

/** The variables of the signed logs. */
export const logVariables = {
  LOG_SEAL: { schema: text.refine(isOnOrOff).transform(isOn).optional(), rule: logRules.LOG_SEAL },
  LOG_KEY: { schema: text.refine(isLogKeys).transform(parseLogKeys).optional(), rule: logRules.LOG_KEY },
  LOG_ORIGIN: { schema: text.refine(isLogOrigin).optional(), rule: logRules.LOG_ORIGIN },
  SEAL_SECONDS: { schema: days(1, 3600).optional(), rule: logRules.SEAL_SECONDS },
  LOG_WITNESSES: { schema: witnesses.optional(), rule: logRules.LOG_WITNESSES },
} as const;
