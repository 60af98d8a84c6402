import { contentWords, homeTabs, pageTexts } from '@endcap/contract/content';

/** What the page of the phone cannot take from the contract itself. */
export const appLayout = { tabs: contentWords.pl.tabs, homes: homeTabs, texts: pageTexts, types: contentWords.pl.types };
