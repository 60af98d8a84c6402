import { type DragEvent as ReactDragEvent, useEffect, useState } from 'react';

/** A file that misses its place is not opened by the browser instead of the page. */
const useKeptPage = (): void =>
  useEffect(() => {
    const keep = (event: DragEvent): void => event.preventDefault();
    document.addEventListener('dragover', keep);
    document.addEventListener('drop', keep);
    return () => {
      document.removeEventListener('dragover', keep);
      document.removeEventListener('drop', keep);
    };
  }, []);

/** Returns the drag handlers of a drop zone for files. `over` is true while files are dragged over it. */
export const useFileDrop = (onFiles: (files: readonly File[]) => void) => {
  const [over, setOver] = useState(false);
  useKeptPage();
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
