import { type DragEvent as ReactDragEvent, useEffect, useState } from 'react';

/** Stops the browser from opening a file that is dropped beside the zone. */
const usePreventFileOpen = (): void =>
  useEffect(() => {
    const prevent = (event: DragEvent): void => event.preventDefault();
    document.addEventListener('dragover', prevent);
    document.addEventListener('drop', prevent);
    return () => {
      document.removeEventListener('dragover', prevent);
      document.removeEventListener('drop', prevent);
    };
  }, []);

/** Returns the drag handlers of a drop zone for files. `over` is true while files are dragged over it. */
export const useFileDrop = (onFiles: (files: readonly File[]) => void) => {
  const [over, setOver] = useState(false);
  usePreventFileOpen();
  return {
    over,
    drop: {
      onDragEnter: ({ dataTransfer }: ReactDragEvent) => setOver(dataTransfer.types.includes('Files')),
      onDragLeave: (event: ReactDragEvent) => event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false),
      onDrop: ({ dataTransfer }: ReactDragEvent) => {
        setOver(false);
        if (dataTransfer.files.length > 0) onFiles([...dataTransfer.files]);
      },
    },
  };
};
