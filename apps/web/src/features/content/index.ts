export { UndoBar } from './list/late-undo-bar.tsx';
export { type Done, useIsUndoing } from './list/undoing.ts';
export { ContentLinkDialog } from './picker/late-link-dialog.tsx';
export { ContentPicker } from './picker/content-picker.tsx';
export { choiceWordsOf, contentMessages } from './content.messages.ts';
export { readingOf } from './editor/reading-of.ts';
export { content } from './content.queries.ts';
