/** How long what appears or leaves may take, in milliseconds. Whoever asked for no motion gets none: the theme sees to it. */
export const APPEARS = { duration: 150 } as const;
