import { pageTexts, type PhoneChoice, type PhonePicture, phonePictures } from '@endcap/contract/content';
import { fileUrl } from '@endcap/contract/files';
import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { memo, useState } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { contentMessages } from '../content.messages.ts';
import classes from './content-editor.module.css';
import type { ContentForm } from './content-form.ts';

/** Which pictures and choices that phones get are to be seen here; one that is missing does not compile. */
const places: Readonly<Record<PhonePicture, 'top' | 'notShown'> & Record<PhoneChoice, 'notShown'>> = {
  prevImage: 'top',
  progressBarEBonLvl1Image: 'notShown',
  progressBarEBonLvl2Image: 'notShown',
  progressBarEBonLvl3Image: 'notShown',
  contentType: 'notShown',
  navigationTab: 'notShown',
  navigationType: 'notShown',
  tab: 'notShown',
  discountValueType: 'notShown',
  discountType: 'notShown',
};
const pictures = phonePictures.filter((field) => places[field] === 'top');

/** What the card and the page show. */
export const cardValues = (form: ContentForm): readonly unknown[] =>
  (['title', 'disabled', 'description', ...pictures, ...pageTexts] as const).map((field) => form[field]);

const ViewSwitch = memo(({ view, onView }: { view: string; onView: (view: string) => void }) => {
  const words = useMessages(contentMessages);
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      value={view}
      onChange={onView}
      data={[
        { value: 'card', label: words.card },
        { value: 'page', label: words.page },
      ]}
      aria-label={words.preview}
    />
  );
});

/** The item as a customer sees it: its card in the list and its opened page. */
export const PhoneCard = ({ form }: { form: ContentForm }) => {
  const words = useMessages(contentMessages);
  const [view, setView] = useState('card');
  const images = pictures.flatMap((field) => {
    const src = form[field] && fileUrl(form[field], '', 640);
    return src ? [{ field, src }] : [];
  });
  // The name is for the editors alone.
  const title = form.title.trim();
  const shown = view === 'card' ? (['description'] as const) : pageTexts;
  return (
    <figure className={classes.figure} aria-label={words.preview}>
      <ViewSwitch view={view} onView={setView} />
      <div className={classes.phone}>
        <div className={classes.card} data-disabled={form.disabled || undefined} data-view={view}>
          {images.map(({ field, src }) => (
            <img key={field} src={src} alt="" />
          ))}
          {title && <strong>{title}</strong>}
          {!title && images.length === 0 && shown.every((field) => !form[field]) && <em>{words.nothingYet}</em>}
          {shown
            .filter((field) => form[field])
            .map((field) => (
              <div key={field} className={classes.cardText}>
                <Markdown source={form[field]} />
              </div>
            ))}
        </div>
      </div>
      <figcaption>{words.approximate}</figcaption>
    </figure>
  );
};
