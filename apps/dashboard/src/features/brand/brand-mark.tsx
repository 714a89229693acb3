import type { ShownBrand } from '@goal/contract';
import type { CSSProperties } from 'react';

import { pathOfLogo } from '../../lib/paths.ts';
import classes from './brand.module.css';

type Look = { name: string; colour: string | null; colour_dark: string | null; logo: string | null };

/** Undefined is not known yet: it holds the place of the name, so that nothing moves. */
export function BrandMark({ brand }: { brand: NonNullable<ShownBrand> | undefined }) {
  if (brand === undefined) return <span className={classes.unknown}>Goal</span>;
  const { logo_id: logoId, ...look } = brand;
  return <Mark look={{ ...look, logo: logoId === null ? null : pathOfLogo(logoId) }} />;
}

/** The same for a look that is not saved yet, whose logo is the address of an image. */
export function Mark({ look: { name, colour, colour_dark: colourDark, logo } }: { look: Look }) {
  // Custom properties are no keys of CSSProperties.
  const style = colour === null ? {} : ({ '--brand': colour, '--brand-dark': colourDark } as CSSProperties);
  return (
    <span className={classes.mark} style={style} data-coloured={colour !== null || undefined}>
      {/* oxlint-disable-next-line nextjs/no-img-element -- Next's images would be fetched by its server */}
      {logo !== null && <img src={logo} alt="" className={classes.logo} />}
      <bdi className={classes.name} title={name}>
        {name}
      </bdi>
    </span>
  );
}
