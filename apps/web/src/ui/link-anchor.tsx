import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** A link within text; where it leads is checked by the compiler. */
export const LinkAnchor = createLink((props: AnchorProps & ComponentProps<'a'>) => <Anchor {...props} />);
