const ticks = 5;

/**
 * The outcome of `work`, or throws after `ms`, counted in five ticks: a process that was held up
 * counts one of them, for that is not the other side's fault.
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
