import { pino, type Logger } from 'pino';

/**
 * Structured logs on standard output, one JSON object a line. Nothing that is logged holds a header or a body, so no secret can be in it. No request
 * waits for its line: what gathers while one write is under way goes out with the next, and all of it before the process ends.
 */
export function openLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ sync: false }));
}

export type { Logger };
