import { Text, TextInput } from '@mantine/core';

import { FormDialog } from './form-dialog.tsx';
import { SiteByDomain, type SiteField } from '../field/site-by-domain.tsx';
import { useTextFields } from '../field/use-text-fields.ts';

type Props = {
  about: string;
  hint?: string;
  site: SiteField;
  mutation: { error: unknown; isPending: boolean; reset: () => void };
  onSet: (hold: { reason: string; site_id: string | null }) => void;
  onClose: () => void;
};

export function SetHoldDialog({ about, hint, site, mutation, onSet, onClose }: Props) {
  const form = useTextFields({ reason: '' }, mutation);
  const submit = async (): Promise<void> => {
    const siteId = await site.find();
    if (siteId !== undefined) onSet({ ...form.texts, site_id: siteId });
  };
  return (
    <FormDialog
      title="Set a legal hold"
      action="Set the hold"
      mutation={form.mutation}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text size="sm">{about}</Text>
      <TextInput label="Reason" description={hint} {...form.field('reason')} data-autofocus />
      <SiteByDomain label="Covers" everything="the whole account" field={site} />
    </FormDialog>
  );
}
