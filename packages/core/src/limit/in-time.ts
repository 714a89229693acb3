const ticks = 5;

/**
 * Returns the outcome of `work`, or throws if there is none within `ms` milliseconds; a later
 * outcome is ignored. The time is counted in five ticks, so that a process that was itself held up
 * counts only one of them and first handles the answers that arrived meanwhile: such a delay is not
 * the other side's fault.
 */
export async function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const end = (): void => reject(new Error(`no answer within ${ms} ms`));
    const wait = (left: number): void => {
      timer = setTimeout(() => (left > 1 ? wait(left - 1) : void setImmediate(end)), ms / ticks);
    };
    wait(ticks);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
