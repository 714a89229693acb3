import type { ComponentProps } from 'react';

import { Mark } from './brand-mark.tsx';
import classes from './brand.module.css';

const themes = { light: 'On a light ground', dark: 'On a dark ground' } as const;

/** How a brand looks at the top of a page, in both themes. */
export function Previews({ look }: ComponentProps<typeof Mark>) {
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
