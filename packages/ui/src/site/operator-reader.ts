import { explainRefusal } from '@goal/contract';

import type { Reader } from './diagnosis.ts';

/** An operator, who may meet any refusal of any site: its explanations are all loaded. */
export const operatorReader: Reader = {
  explain: (sentence) => explainRefusal(sentence),
  remedies: {
    withoutKey:
      'Have the customer mint one (POST /account/sites/{id}/tokens), and paste it into the plugin. On a plan without the API this is refused: change the plan first.',
    withoutSender:
      'Have the customer mint one that may send (POST /account/sites/{id}/tokens?access=send), and paste it into the plugin.',
    neverHeard: 'Is the plugin installed with a key of this site? To try it, send an event yourself:',
    sendAgain: 'Have the customer send an event',
  },
};
