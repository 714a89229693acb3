import { type SinkType, sinkTypes } from '@goal/contract';
import { sinkNames } from '@goal/ui/lib/stream-sentences.ts';
import { InputBase, NativeSelect, Stack, Text, TextInput } from '@mantine/core';

import { MailTo } from './mail-to.tsx';
import { isSealed, newDraft, type SinkDraft } from './sink-draft.ts';
import { type SinkField, sinks } from './sink-fields.ts';

type Props = {
  draft: SinkDraft;
  onChange: (draft: SinkDraft) => void;
  /** The group of the filter, whose members may get mail as well. */
  group: string;
  refused: { name: string; sentence: string } | undefined;
  /** Whether a stream is changed: an empty secret stays as it is. */
  isChange: boolean;
  isFree: boolean;
};

export function SinkForm({ draft, onChange, group, refused, isChange, isFree }: Props) {
  const { type } = draft;
  const { what, fields } = sinks[type];
  const field = (one: SinkField) => (
    <Field
      key={`${type} ${one.name}`}
      field={one}
      value={draft.texts[one.name] ?? ''}
      error={refused?.name === one.name ? refused.sentence : undefined}
      isSecret={isSealed(type, one.name)}
      isKept={isChange && isSealed(type, one.name)}
      onChange={(text) => onChange({ ...draft, texts: { ...draft.texts, [one.name]: text } })}
    />
  );
  const rare = fields.filter(({ isRare }) => isRare === true);
  const isRareOpen = rare.some(({ name }) => name === refused?.name || (draft.texts[name] ?? '') !== '');
  return (
    <Stack>
      <NativeSelect
        label="Where to"
        description={what}
        value={type}
        onChange={({ currentTarget }) => {
          const chosen = sinkTypes.find((one) => one === currentTarget.value);
          if (chosen !== undefined) onChange(newDraft(chosen));
        }}
        data={sinkTypes.map((one) => ({ value: one, ...labelOf(one, isFree) }))}
      />
      {type === 'mail' && <MailTo to={draft.to} group={group} onChange={(to) => onChange({ ...draft, to })} />}
      {fields.filter(({ isRare }) => isRare !== true).map(field)}
      {rare.length > 0 && (
        <details open={isRareOpen}>
          <summary>
            <Text span size="sm">
              More settings
            </Text>
          </summary>
          <Stack mt="sm">{rare.map(field)}</Stack>
        </details>
      )}
    </Stack>
  );
}

const labelOf = (type: SinkType, isFree: boolean): { label: string; disabled: boolean } => {
  const isClosed = isFree && type !== 'mail';
  return { label: `${sinkNames[type] ?? type}${isClosed ? ', with a paid plan' : ''}`, disabled: isClosed };
};

type FieldProps = {
  field: SinkField;
  value: string;
  error: string | undefined;
  isSecret: boolean;
  isKept: boolean;
  onChange: (text: string) => void;
};

const keptHelp = (kind: SinkField['kind']): string =>
  `Empty: it stays as it is, while the address does.${kind === 'headers' ? ' A single «-»: none.' : ''}`;

function Field({
  field: { name, label, help, kind, example, options },
  value,
  error,
  isSecret,
  isKept,
  onChange,
}: FieldProps) {
  const common = {
    name,
    label,
    description: isKept ? `${help} ${keptHelp(kind)}` : help,
    value,
    error,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  if (kind === 'choice') return <NativeSelect {...common} data={options ?? []} />;
  const text = {
    ...common,
    ...(isSecret ? { 'data-secret': true } : {}),
    placeholder: example,
    autoComplete: 'off',
    spellCheck: false,
  };
  if (kind === 'pem' || kind === 'headers') return <InputBase {...text} component="textarea" multiline rows={3} />;
  return (
    <TextInput
      {...text}
      dir="auto"
      {...(kind === 'number' ? { inputMode: 'numeric' as const } : {})}
      {...(kind === 'secret' ? { type: 'password', autoComplete: 'new-password' } : {})}
    />
  );
}
