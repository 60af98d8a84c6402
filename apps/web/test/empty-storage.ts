/** A storage whose keys are its own, as a browser's are. */
export const emptyStorage = (): Storage => {
  const storage: Record<string, string> = {};
  const hidden = (value: unknown): PropertyDescriptor => ({ value, enumerable: false });
  return Object.defineProperties(storage, {
    getItem: hidden((key: string) => storage[key] ?? null),
    setItem: hidden((key: string, value: string) => void (storage[key] = value)),
    removeItem: hidden((key: string) => void delete storage[key]),
  }) as unknown as Storage;
};
