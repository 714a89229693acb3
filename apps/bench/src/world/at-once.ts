/** Does all the work, `lanes` pieces at a time, in order. The first failure ends it. */
export async function atOnce<Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item, lane: number) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  let failed = false;
  const one = async (lane: number): Promise<void> => {
    for (const item of waiting) {
      if (failed) return;
      try {
        await work(item, lane);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => one(lane)));
}
