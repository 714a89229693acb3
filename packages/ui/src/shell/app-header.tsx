import type { CSSProperties, ReactNode } from 'react';

import { Link } from '../page/link.tsx';
import classes from './app-header.module.css';

type Props = {
  /** What stands in the product's place: a customer's brand. */
  product?: ReactNode;
  /** Where the product's name leads, and what it says on hover. */
  home: string;
  homeTitle?: string;
  homeClass?: string | undefined;
  /** The width of a page: `90rem`. */
  pageWidth: string;
  children: ReactNode;
};

export function AppHeader({ product = 'Goal', home, homeTitle, homeClass, pageWidth, children }: Props) {
  // A custom property is no key of CSSProperties.
  const style = { '--page-width': pageWidth } as CSSProperties;
  return (
    <header className={classes.header} style={style}>
      <Link
        href={home}
        className={`${classes.brand} ${homeClass ?? ''}`}
        {...(homeTitle === undefined ? {} : { title: homeTitle })}
      >
        {product}
      </Link>
      {children}
    </header>
  );
}
