export { ContentLinkDialog } from './picker/content-link-dialog.tsx';
export { ContentPicker } from './picker/content-picker.tsx';
