import { refusalSentences } from './sentences.ts';
import { limits } from '../limits.ts';

const { invalid_token, rate_limited, paid_plan, account_key_required, read_only_key, not_found } = refusalSentences;

const meanings: Readonly<Record<string, string>> = {
  [invalid_token]: 'The key is revoked, or its secret part was wrong.',
  [rate_limited]: `More than ${limits.accountRate.rate} requests a second came with the key.`,
  [paid_plan]: 'The plan had no API.',
  [account_key_required]: 'A group key cannot do this: it takes a key of the whole account.',
  [read_only_key]: 'The key may only read, and the request would have changed something.',
  [not_found]: 'The request named something that does not exist, or that the key does not reach.',
};

/** Explains the last refusal of an account key or group key. */
export function explainKeyRefusal(sentence: string): string {
  const known = Object.hasOwn(meanings, sentence) ? meanings[sentence] : undefined;
  return known ?? 'The request itself was at fault; the error guide explains the sentence.';
}
