import { Anchor, type AnchorProps } from '@mantine/core';
import NextLink from 'next/link';
import type { ComponentProps } from 'react';

type LinkProps = ComponentProps<typeof NextLink>;

/** Next asks the server for the page behind every link in view, twice, unless told not to. */
export const Link = (props: LinkProps) => <NextLink {...props} prefetch={false} />;

type Props = AnchorProps & Omit<LinkProps, keyof AnchorProps>;

/** A link among other words, underlined because colour alone does not tell it from them. */
export const TextLink = (props: Props) => <Anchor component={Link} underline="always" {...props} />;

/** A link that stands alone, as in a cell of a table. */
export const LoneLink = (props: Props) => <Anchor component={Link} {...props} />;
