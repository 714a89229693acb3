import { explainRefusal } from '@goal/contract';

import type { Reader } from './diagnosis.ts';

/** An operator, who may meet any refusal of any site: its explanations are all loaded. */
export const operatorReader: Reader = { isMember: false, explain: (sentence) => explainRefusal(sentence) };
