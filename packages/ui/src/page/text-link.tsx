import { Anchor, type AnchorProps } from '@mantine/core';
import type NextLink from 'next/link';
import type { ComponentProps } from 'react';

import { Link } from './link.tsx';

type Props = AnchorProps & Omit<ComponentProps<typeof NextLink>, keyof AnchorProps>;

/** A link among other words, underlined because colour alone does not tell it from them. */
export const TextLink = (props: Props) => <Anchor component={Link} underline="always" {...props} />;

/** A link that stands alone, as in a cell of a table. */
export const LoneLink = (props: Props) => <Anchor component={Link} {...props} />;
