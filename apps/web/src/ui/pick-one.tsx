import { CloseButton } from '@mantine/core';
import { type ComponentProps, useRef } from 'react';
import { IconSelector } from './icons/screen-icons.ts';
import { PickField } from './pick-field.tsx';

type PickOneProps = Omit<
  ComponentProps<typeof PickField>,
  'chosen' | 'multiple' | 'shown' | 'onPick' | 'onTakeBack' | 'rightSection' | 'inputRef'
> & {
  value: string | null;
  onChange: (id: string | null) => void;
  clearLabel: string;
};

/** Field to choose one of thousands of items, or none. */
export const PickOne = ({ value, onChange, clearLabel, ...field }: PickOneProps) => {
  const input = useRef<HTMLInputElement>(null);
  const item = field.items.find(({ id }) => id === value);
  const clear = (): void => {
    onChange(null);
    input.current?.focus();
  };
  return (
    <PickField
      {...field}
      inputRef={input}
      chosen={new Set(value === null ? [] : [value])}
      shown={item?.label ?? ''}
      onPick={({ id }) => onChange(id)}
      rightSection={
        value === null ? (
          <IconSelector size={16} stroke={1.75} aria-hidden />
        ) : (
          <CloseButton size="sm" aria-label={clearLabel} onClick={clear} />
        )
      }
      rightSectionPointerEvents={value === null ? 'none' : 'all'}
    />
  );
};
