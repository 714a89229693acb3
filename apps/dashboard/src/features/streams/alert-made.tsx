import { TextLink } from '@goal/ui/page/link.tsx';
import { useFocusBack } from '@goal/ui/dialog/use-focus-back.ts';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';

import { pathOfStream } from '../../lib/paths.ts';
import { TestResult, useTest } from './test-result.tsx';

type Props = { accountId: string; made: { id: string; name: string }; way: 'mail' | 'webhook'; onClose: () => void };

export function AlertMade({ accountId, made, way, onClose }: Props) {
  useFocusBack();
  const test = useTest();
  return (
    <Modal opened onClose={onClose} title="The alert is made">
      <Stack>
        <Text size="sm">
          {`From now on ${way === 'mail' ? 'a mail' : 'a delivery'} comes when this happens. You find it among the `}
          <TextLink href={pathOfStream(accountId, made.id)} inherit>
            streams
          </TextLink>
          .
        </Text>
        <TestResult test={test} />
        <Group justify="flex-end">
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate({ id: made.id })}>
            Send a test
          </Button>
          <Button onClick={onClose} data-autofocus>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
