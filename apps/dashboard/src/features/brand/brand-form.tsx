import { type BrandView, readableOn } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { Fault } from '@goal/ui/state/fault.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type ComponentProps, type FormEvent, useState } from 'react';

import { pathOfLogo } from '../../lib/paths.ts';
import { Mark } from './brand-mark.tsx';
import { ColourField, judgeColour } from './colour-field.tsx';
import { LogoField } from './logo-field.tsx';
import classes from './brand.module.css';

export function BrandForm({ known }: { known: BrandView }) {
  const [name, setName] = useState(known.name ?? '');
  const [colour, setColour] = useState(known.colour ?? '');
  /** Another logo in base64; null removes it, undefined leaves it. */
  const [logo, setLogo] = useState<string | null>();
  const save = useVerifiedMutation(useTRPC().dashboard.brand.set.mutationOptions(), { done: 'The brand is changed.' });
  const { typed, nearest } = judgeColour(colour);
  const readable = typed === '' || nearest !== undefined ? null : typed;
  const kept = known.logo_id === null ? null : pathOfLogo(known.logo_id);
  const isChanged = name.trim() !== (known.name ?? '') || typed !== (known.colour ?? '') || logo !== undefined;
  /** What was refused is about to be another value. */
  const changing =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      save.reset();
      set(value);
    };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ name, colour: typed === '' ? null : typed, ...(logo === undefined ? {} : { logo }) });
  };
  const refusal = save.error === null ? undefined : failureOf(save.error).sentence;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Card title="Name, colour and logo">
          <Stack>
            <TextInput
              label="Name"
              description="Stands where the product’s name would stand. Empty: the product’s name stays."
              value={name}
              onChange={(event) => changing(setName)(event.currentTarget.value)}
              autoComplete="off"
              dir="auto"
            />
            <ColourField value={colour} onChange={changing(setColour)} />
            <LogoField hasLogo={logo === undefined ? kept !== null : logo !== null} onChange={changing(setLogo)} />
            {refusal !== undefined && <Fault>{refusal}</Fault>}
            <Group>
              <Button type="submit" loading={save.isPending} disabled={!isChanged}>
                Save the brand
              </Button>
            </Group>
          </Stack>
        </Card>
        <Card title="Preview">
          <Previews
            look={{
              name: name.trim() === '' ? 'Goal' : name,
              colour: readable,
              colour_dark: readable === null ? null : readableOn('dark', readable),
              logo: logo === undefined ? kept : logo === null ? null : imageOf(logo),
            }}
          />
        </Card>
      </Stack>
    </form>
  );
}

/** An image that is not saved yet. Browsers tell PNG from WebP by the bytes. */
const imageOf = (base64: string): string => `data:image/png;base64,${base64}`;

const themes = { light: 'On a light ground', dark: 'On a dark ground' } as const;

function Previews({ look }: ComponentProps<typeof Mark>) {
  return (
    <div className={classes.previews}>
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} role="group" aria-label={themes[theme]} className={classes.preview} data-theme={theme}>
          <Mark look={look} />
        </div>
      ))}
    </div>
  );
}
