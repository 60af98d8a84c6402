import { LINKS_AT_ONCE, linksIn } from '@endcap/contract/links';
import { useQuery } from '@tanstack/react-query';
import { config } from '../../config.ts';
import { useMessages } from '../../lib/language.tsx';
import { useSettled } from '../../lib/use-settled.ts';
import { linkMessages } from './link.messages.ts';
import { type LinkCheckRequest, links } from './link.queries.ts';
import { type LinkMends, LinkNotices } from './link-notices.tsx';
import classes from './link-notices.module.css';

type ShownLinksProps = LinkMends & {
  texts: readonly string[];
  /** A link of its own, outside of texts. */
  url?: string;
  /** Audience and dates of the form's item. */
  aim: Omit<LinkCheckRequest, 'urls'>;
};

/** Checks the links of an item against its unsaved form (LINK-01). */
export const ShownLinks = ({ texts, url = '', aim, ...mends }: ShownLinksProps) => {
  const words = useMessages(linkMessages);
  const wanted = { ...aim, urls: linksIn(config.appScheme, { texts, urls: [url] }).slice(0, LINKS_AT_ONCE) };
  const settled = useSettled(wanted);
  const { data = [] } = useQuery(links.shown(settled));
  // Ignore links that were removed from the text after the check started.
  const checks = data.filter(({ url }) => wanted.urls.includes(url));
  return (
    <section className={classes.shown} aria-label={words.title}>
      <LinkNotices checks={checks} is="shown" {...mends} />
    </section>
  );
};
