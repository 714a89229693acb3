/**
 * Works through the items in order, `lanes` at a time; `work` gets the number of its lane. Stops at
 * the first failure, and throws it.
 */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item, lane: number) => Promise<void>,
): Promise<void> {
  const remaining = items.values();
  let hasFailed = false;
  const runLane = async (lane: number): Promise<void> => {
    for (const item of remaining) {
      if (hasFailed) return;
      try {
        await work(item, lane);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)));
}
