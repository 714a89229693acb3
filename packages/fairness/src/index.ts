export { BatchLoader } from './batch-loader.ts';
export { FairBatchQueue } from './fair-batch-queue.ts';
export { FairBudget, type BudgetLimits } from './fair-budget.ts';
export { FairSemaphore, type Share } from './fair-semaphore.ts';
export { MemoryBudget, type Reservation } from './memory-budget.ts';
export { Overload } from './overload.ts';
export { SerialBatches } from './serial-batches.ts';
export { SlotQuota, type SlotHolder, type SlotLimits } from './slot-quota.ts';
export { Tally } from './tally.ts';
