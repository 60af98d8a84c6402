import { ShownLinks } from '../links/index.ts';

/** Every app shows the settings, always: there is nobody to leave out and no end to bring forward. */
const EVERYONE = { has: { stores: false, segments: false, version: false, dates: false } };

/** Links in texts of the settings by which some customers would land on nothing (LINK-01). */
export const LinkedTexts = ({ texts }: { texts: readonly string[] }) => <ShownLinks texts={texts} aim={EVERYONE} />;
