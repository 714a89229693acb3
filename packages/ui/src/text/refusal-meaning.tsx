import { explainKeyRefusal } from '@goal/contract';
import { Text } from '@mantine/core';

export function RefusalMeaning({ sentence }: { sentence: string }) {
  return (
    <Text size="xs" c="dimmed">
      {explainKeyRefusal(sentence)}
    </Text>
  );
}
