import { explainKeyRefusal } from '@goal/contract';
import { Text } from '@mantine/core';

/** What the last refusal of a key means. */
export function RefusalMeaning({ sentence }: { sentence: string }) {
  return (
    <Text size="xs" c="dimmed">
      {explainKeyRefusal(sentence)}
    </Text>
  );
}
