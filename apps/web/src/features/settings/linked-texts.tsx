import { ShownLinks } from '../links/index.ts';

/** Every app shows the settings at all times, so there are no customers to exclude and no dates to change. */
const EVERYONE = { has: { stores: false, segments: false, version: false, dates: false } };

/** Links in texts of the settings that some customers cannot open (LINK-01). */
export const LinkedTexts = ({ texts }: { texts: readonly string[] }) => <ShownLinks texts={texts} aim={EVERYONE} />;
