'use client';

import { actionKindNames, actionNames, theProvider } from '@goal/contract';
import { useDraft } from '@goal/ui/components/use-draft.ts';
import { useUrlState } from '@goal/ui/components/use-url-state.ts';
import { Group, NativeSelect, TextInput } from '@mantine/core';

/** Acts that an account's own record can hold. */
const kinds = actionNames.filter(
  (name) =>
    !/^(admin_token|database|plan|retention|seal|session|password|passkey|person|recovery_code|sign_in)\./.test(name),
);

/** Chooses by whom and what. */
export function RecordFilters({ actor, action }: { actor: string; action: string }) {
  const [, change] = useUrlState();
  const draft = useDraft(actor, (text) => change({ who: text.trim(), cursor: '', page: '' }, 'replace'));
  return (
    <Group align="flex-end" gap="xs" mb="xs">
      <TextInput
        label="By"
        placeholder={`e-mail, key prefix or «${theProvider}»`}
        value={draft.text}
        onChange={(event) => draft.type(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        style={{ flex: '1 1 16rem' }}
      />
      <NativeSelect
        label="What"
        value={action}
        onChange={(event) => change({ what: event.currentTarget.value, cursor: '', page: '' })}
        data={[
          { value: '', label: 'Everything' },
          ...kinds.map((name) => ({ value: name, label: actionKindNames[name] })),
        ]}
        style={{ flex: '1 1 14rem' }}
      />
    </Group>
  );
}
