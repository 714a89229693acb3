import { Palette } from '@goal/ui/palette/palette.tsx';

import { useDefaultChoices } from './use-default-choices.ts';
import { useSearchResults } from './use-search-results.ts';

/** The palette with the console's choices. */
export function JumpPalette(props: { opened: boolean; onClose: () => void }) {
  return (
    <Palette
      label="Jump to an account, site, key, page or action"
      placeholder="E-mail, domain, key prefix, page …"
      useDefaultChoices={useDefaultChoices}
      useSearchResults={useSearchResults}
      {...props}
    />
  );
}
