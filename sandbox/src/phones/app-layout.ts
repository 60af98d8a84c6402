import { contentWords, homeTabs, pageTexts } from '@endcap/contract/content';

/** Contract data for the page of the phone, which cannot import the contract itself. */
export const appLayout = { tabs: contentWords.pl.tabs, homes: homeTabs, texts: pageTexts, types: contentWords.pl.types };
