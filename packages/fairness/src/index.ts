export { FairBatchQueue } from './fair-batch-queue.ts';
export { FairBudget, type BudgetLimits } from './fair-budget.ts';
export { FairSemaphore, type Share } from './fair-semaphore.ts';
export { Overload } from './overload.ts';
