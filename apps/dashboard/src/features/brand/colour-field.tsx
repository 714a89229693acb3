import { contrastOf, grounds, isColour, leastContrast, readableOn } from '@goal/contract';
import { locale } from '@goal/ui/lib/locale.ts';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useId } from 'react';

import classes from './brand.module.css';

const ratio = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** A typed colour as it would be saved, and the nearest that can be read if it cannot itself. */
export function judgeColour(value: string): { typed: string; nearest: string | undefined } {
  const typed = value.trim().toLowerCase();
  const isReadable = !isColour(typed) || contrastOf(typed, grounds.light) >= leastContrast;
  return { typed, nearest: isReadable ? undefined : readableOn('light', typed) };
}

/** A colour, typed or picked. One that nobody could read is met with the nearest that would do. */
export function ColourField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId();
  const { typed, nearest } = judgeColour(value);
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Colour"
          description="Of your name, as #1a2b3c. The dark theme uses a lighter shade of it. Empty: no colour."
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-describedby={nearest === undefined ? undefined : id}
          autoComplete="off"
          spellCheck={false}
          style={{ flex: '1 1 14rem' }}
        />
        <input
          type="color"
          aria-label="Pick the colour"
          className={classes.picker}
          value={isColour(typed) ? typed : '#000000'}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </Group>
      {nearest !== undefined && (
        <Group gap="xs" role="status">
          <Text size="sm" c="var(--mantine-color-error)" id={id}>
            {`The contrast of ${typed} with white is ${ratio.format(contrastOf(typed, grounds.light))}:1. Text needs ${leastContrast}:1. The nearest colour that would do is ${nearest}.`}
          </Text>
          <Button size="xs" variant="default" onClick={() => onChange(nearest)}>
            Take {nearest}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
