import { type RefObject, useEffect, useEffectEvent } from 'react';

export const isSaveKey = ({ ctrlKey, metaKey, key }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'key'>): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 's';

/** Ctrl+S saves, wherever the focus is. */
export const useSaveKey = (save: () => void): void => {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    save();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
};

/** Returns the focus to the Save button, which loses it while it is disabled during a save (WCAG 2.4.3). */
export const useFocusOnSave = (formRef: RefObject<HTMLFormElement | null>, isSaving: boolean): (() => void) => {
  const focusSave = (): void => {
    if (document.activeElement === document.body) formRef.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  };
  const onDone = useEffectEvent(focusSave);
  useEffect(() => (isSaving ? () => onDone() : undefined), [isSaving]);
  return focusSave;
};
