import NextLink from 'next/link';
import type { ComponentProps } from 'react';

/** Next asks the server for the page behind every link in view, twice, unless told not to. */
export const Link = (props: ComponentProps<typeof NextLink>) => <NextLink {...props} prefetch={false} />;
