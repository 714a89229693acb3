import { createContext, useContext } from 'react';

/** What the product is called where no brand takes its place. */
export const productName = 'Goal';

const ProductNameContext = createContext(productName);

/** Another name of the product, for titles of the browser's tab; empty until it is known. */
export const ProductName = ProductNameContext.Provider;

export function useTabTitle(title: string): string {
  const name = useContext(ProductNameContext);
  return name === '' ? title : `${title} · ${name}`;
}
