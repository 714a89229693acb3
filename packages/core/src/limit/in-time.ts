/** The outcome of `work`, or a failure when it has not come after so many milliseconds; then nobody hears of it any more. */
export async function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const end = (): void => reject(new Error(`no answer within ${ms} ms`));
    // A process that was itself held up first takes what has arrived meanwhile: it is no fault of the other side.
    timer = setTimeout(() => void setImmediate(end), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
