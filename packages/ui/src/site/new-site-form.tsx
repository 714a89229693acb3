import type { KeyAccess } from '@goal/contract';
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { AccessField, siteKeyChoices } from '../field/access-field.tsx';
import { FormDialog } from '../dialog/form-dialog.tsx';
import { useTextFields } from '../field/use-text-fields.ts';
import { addressOf, faultyField } from './site-address.ts';

type NewSite = { domain: string; site_url: string; name?: string; access: KeyAccess };

type Props = {
  title: string;
  action: string;
  /** What the first key may do, at first. */
  access: KeyAccess;
  /** Whether the URL has a field of its own, which follows the domain until one is typed. */
  hasUrl?: boolean;
  mutation: { error: unknown; isPending: boolean; reset: () => void };
  onSubmit: (site: NewSite) => void;
  onClose: () => void;
  children: ReactNode;
};

export function NewSiteForm({ access: first, hasUrl = false, mutation, onSubmit, children, ...props }: Props) {
  const [access, setAccess] = useState(first);
  const form = useTextFields({ domain: '', url: '', name: '' }, mutation, ({ message }) => {
    const field = faultyField(message);
    return field === 'url' && !hasUrl ? 'domain' : field;
  });
  const { name, url } = form.texts;
  const { domain, site_url: likely } = addressOf(form.texts.domain);
  const submit = (): void =>
    onSubmit({ domain, site_url: url === '' ? likely : url, ...(name === '' ? {} : { name }), access });
  return (
    <FormDialog {...props} mutation={form.mutation} onSubmit={submit}>
      <TextInput
        label="Domain"
        description="As in the address bar; the whole address works too"
        placeholder="shop.example.com"
        {...form.field('domain')}
        spellCheck={false}
        data-autofocus
      />
      {hasUrl && (
        <TextInput
          label="Site URL"
          placeholder="https://shop.example.com/"
          {...form.field('url')}
          value={url === '' && domain !== '' ? likely : url}
          spellCheck={false}
        />
      )}
      <TextInput label="Name" description="Optional" {...form.field('name')} />
      {children}
      <AccessField choices={siteKeyChoices} value={access} onChange={setAccess} />
    </FormDialog>
  );
}
