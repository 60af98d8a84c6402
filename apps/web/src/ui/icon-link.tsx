import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** An icon that is a real link: it opens in a new tab like any other. */
export const IconLink = createLink((props: ActionIconProps & ComponentProps<'a'>) => <ActionIcon component="a" {...props} />);
