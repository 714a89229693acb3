'use client';

import { createContext, useContext } from 'react';

const ProductNameContext = createContext('Goal');

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
