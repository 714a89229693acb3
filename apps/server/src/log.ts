import { pino, type Logger } from 'pino';

/**
 * Structured logs on standard output, one JSON object per line. No log line holds a header or a
 * body, so none holds a secret. Lines are written in batches within a tenth of a second, so no
 * request waits for its line; the last batch is written before the process ends.
 */
export function openLog(level: string): Logger {
  const output = pino.destination({ sync: false, minLength: 4096, periodicFlush: 100 });
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
}

/**
 * The same for one process of several, which write to one output: each line has the number of its
 * process. A pipe takes up to 4,096 bytes in one piece, so no line breaks into another.
 */
export function openSharedLog(level: string): Logger {
  const output = pino.destination({ sync: false, minLength: 2048, maxWrite: 4096, periodicFlush: 100 });
  return pino({ level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, output);
}

export type { Logger };
