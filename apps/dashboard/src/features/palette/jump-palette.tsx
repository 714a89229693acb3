'use client';

import { Palette } from '@goal/ui/palette/palette.tsx';

import { useChoicesOfAccount, useChoicesOfPerson, useNoSearch } from './use-choices.ts';

type Props = { opened: boolean; onClose: () => void };

const words = { label: 'Jump to a page, an account or an action', placeholder: 'Page, account, action …' };

/** The palette on the pages of an account. */
export function PaletteOfAccount(props: Props) {
  return <Palette {...words} useDefaultChoices={useChoicesOfAccount} useSearchResults={useNoSearch} {...props} />;
}

/** The palette on the pages that belong to no account. */
export function PaletteOfPerson(props: Props) {
  return <Palette {...words} useDefaultChoices={useChoicesOfPerson} useSearchResults={useNoSearch} {...props} />;
}
