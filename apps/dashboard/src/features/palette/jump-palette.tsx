import { Palette } from '@goal/ui/palette/palette.tsx';

import { useChoicesOfAccount, useChoicesOfPerson } from './use-choices.ts';
import { useFound, useNoSearch } from './use-found.ts';

type Props = { opened: boolean; onClose: () => void };

const ofAccount = {
  label: 'Jump to a page, a site, a group, an account or an action',
  placeholder: 'Page, site, group, action …',
};
const ofPerson = { label: 'Jump to a page, an account or an action', placeholder: 'Page, account, action …' };

export function PaletteOfAccount(props: Props) {
  return <Palette {...ofAccount} useDefaultChoices={useChoicesOfAccount} useSearchResults={useFound} {...props} />;
}

export function PaletteOfPerson(props: Props) {
  return <Palette {...ofPerson} useDefaultChoices={useChoicesOfPerson} useSearchResults={useNoSearch} {...props} />;
}
