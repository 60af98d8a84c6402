import { type ContentType, contentTypes, type EndingFilter, typeIdentifier } from '@endcap/contract/content';
import { NativeSelect } from '@mantine/core';
import { useMessages } from '../../../lib/language.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { contentMessages } from '../content.messages.ts';
import classes from './content-list.module.css';

/** the order of the specification, then what it leaves out; a type without a place does not compile. */
const places: Record<ContentType, number> = {
  banner: 1,
  leaflet: 2,
  navigation: 3,
  promoCode: 4,
  premiumPromoCode: 5,
  oneTimePromoCode: 6,
  regulation: 7,
  youtube: 8,
  interPunktyPromo: 9,
  progressBar: 10,
  interKupon: 11,
};
/** the filter also names the identifiers, by which the requirements and many of the staff know the types (E-6F). */
const withIdentifier = (name: string, type: ContentType): string => {
  const identifier = typeIdentifier(type);
  return identifier === null ? name : `${name} (${identifier})`;
};
const filterTypes = contentTypes.toSorted((one, other) => places[one] - places[other]);

/** Filters changed by one selection. The publication state sets `published` and `ends` together. */
export type ContentNarrowing =
  | { contentType: ContentType | undefined }
  | { published: boolean | undefined; ends: EndingFilter | undefined };

type ContentFiltersProps = {
  found: { contentType: ContentType | undefined; published: boolean | undefined; ends: EndingFilter | undefined; name: string };
  onChange: (part: ContentNarrowing) => void;
  onName: (text: string) => void;
};

/** Filters of the list; they combine. */
export const ContentFilters = ({ found: { contentType, published, ends, name }, onChange, onName }: ContentFiltersProps) => {
  const words = useMessages(contentMessages);
  return (
    <>
      <SearchField label={words.search} value={name} onApply={onName} />
      <NativeSelect
        aria-label={words.type}
        leftSection={<span className={classes.filterName}>{words.typeShort}</span>}
        leftSectionWidth={56}
        value={contentType ?? ''}
        onChange={(event) => onChange({ contentType: filterTypes.find((type) => type === event.currentTarget.value) })}
        data={[
          { value: '', label: words.allTypes },
          ...filterTypes.map((type) => ({ value: type, label: withIdentifier(words.types[type], type) })),
        ]}
      />
      <NativeSelect
        aria-label={words.state}
        leftSection={<span className={classes.filterName}>{words.stateShort}</span>}
        leftSectionWidth={56}
        value={ends ?? (published === undefined ? '' : String(published))}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            published: value === 'true' ? true : value === 'false' ? false : undefined,
            ends: value === 'thisWeek' ? value : undefined,
          })
        }
        data={[
          { value: '', label: words.states.all },
          { value: 'true', label: words.states.published },
          { value: 'false', label: words.states.notPublished },
          { value: 'thisWeek', label: words.states.endsThisWeek },
        ]}
      />
    </>
  );
};
