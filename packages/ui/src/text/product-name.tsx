import { createContext, useContext } from 'react';

/** What the product is called where no brand takes its place. */
export const productName = 'Goal';

const ProductNameContext = createContext(productName);

/**
 * Gives the pages inside another name of the product, for the titles of the browser's tab; empty
 * while it is not known yet.
 */
export const ProductName = ProductNameContext.Provider;

/** The title of a page in the browser's tab. */
export function useTabTitle(title: string): string {
  const name = useContext(ProductNameContext);
  return name === '' ? title : `${title} · ${name}`;
}
