import NextLink from 'next/link';
import type { ComponentProps } from 'react';

/**
 * A link within the app. By default Next asks the server for the page behind every link that comes
 * into view, twice: a third or more of a page's requests would be for pages that nobody opens.
 */
export const Link = (props: ComponentProps<typeof NextLink>) => <NextLink {...props} prefetch={false} />;
