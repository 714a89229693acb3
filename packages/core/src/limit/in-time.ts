const ticks = 5;

/**
 * The outcome of `work`, or a failure when it has not come after so many milliseconds; then nobody hears of it any more. They are counted in fifths: a
 * process that was held up itself for longer counts one of them, and first takes what has arrived meanwhile. It is no fault of the other side.
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
