import { SEARCH_MAX_LENGTH } from '@endcap/contract/core';
import { CloseButton, TextInput } from '@mantine/core';
import { commonMessages } from '../lib/common.messages.ts';
import { useMessages } from '../lib/language.tsx';
import { IconSearch } from './icons/frame-icons.ts';
import { useDebouncedSearch } from './use-debounced-search.ts';

type SearchFieldProps = {
  label: string;
  /** The search that is applied. */
  value: string;
  /** Must keep its identity between renders. */
  onApply: (text: string) => void;
  autoFocus?: boolean;
};

/** Debounced live search (§9), with a clear button that the keyboard reaches. */
export const SearchField = ({ label, value, onApply, autoFocus = false }: SearchFieldProps) => {
  const common = useMessages(commonMessages);
  const [typed, setTyped] = useDebouncedSearch(value, onApply);
  return (
    <TextInput
      data-search
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      maxLength={SEARCH_MAX_LENGTH}
      autoFocus={autoFocus}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed ? (
          <CloseButton
            size="sm"
            aria-label={common.clearSearch(label)}
            onClick={() => {
              setTyped('');
              onApply('');
            }}
          />
        ) : null
      }
    />
  );
};
