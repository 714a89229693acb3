import { pino, type Logger } from 'pino';

/** Structured logs on standard output, one JSON object a line. Nothing that is logged holds a header or a body, so no secret can be in it. */
export function openLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

export type { Logger };
