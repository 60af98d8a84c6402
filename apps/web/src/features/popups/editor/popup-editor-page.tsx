import { isVersionExpression } from '@endcap/contract/app-version';
import { MARKDOWN_MAX_LENGTH } from '@endcap/contract/markdown';
import { DEFAULT_REPEAT, type Popup, PopupDraft, popupFields } from '@endcap/contract/popups';
import { Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { z } from 'zod';
import { useValue } from '../../../form/form-store.ts';
import { EditorPage } from '../../../frames/editor-page.tsx';
import type { Editor, EditorSpec } from '../../../frames/editor-spec.ts';
import { useCodeWord } from '../../../frames/use-failure-words.ts';
import { call, callTagged } from '../../../lib/api.ts';
import { useMessages } from '../../../lib/language.tsx';
import { PopupPhone } from './popup-phone.tsx';
import { paths } from '../../../lib/paths.ts';
import { MarkdownField } from '../../../ui/markdown-field.tsx';
import { TextLine } from '../../../ui/text-line.tsx';
import { VersionField } from '../../../ui/version-field.tsx';
import { ContentLinkDialog } from '../../content/index.ts';
import { ShownLinks } from '../../links/index.ts';
import { popupMessages } from '../popup.messages.ts';
import { popups } from '../popup.queries.ts';
import classes from './popup-editor.module.css';

export type PopupForm = { name: string; text: string; version: string; repeat: string };

type PopupEditor = Editor<PopupForm, Popup>;

const spec: EditorSpec<PopupForm, Popup, PopupDraft> = {
  kind: 'popup',
  read: (popupId) => callTagged('GET /api/v1/popup-editor/:popupId', { params: { popupId } }),
  create: (draft) => call('POST /api/v1/popup-editor', { body: draft }),
  change: (popupId, patch, ifMatch) => callTagged('PATCH /api/v1/popup-editor/:popupId', { params: { popupId }, body: patch }, { ifMatch }),
  changed: popups.changed,
  empty: () => ({ name: '', text: '', version: '', repeat: String(DEFAULT_REPEAT) }),
  blank: { name: '', text: null, version: '', repeat: DEFAULT_REPEAT },
  toForm: ({ name, text, version, repeat }) => ({ name, text: text ?? '', version, repeat: String(repeat) }),
  schema: z
    .custom<PopupForm>()
    .transform(({ repeat, ...form }): z.input<typeof PopupDraft> => ({
      ...form,
      repeat: repeat.trim() === '' ? Number.NaN : Number(repeat),
    }))
    .pipe(PopupDraft),
  inApp: (draft, id) => ({ kind: 'popup', id, draft }),
  label: (field, language) => popupMessages[language][field],
};

/** Audience of a popup. Depends on the version alone, from the save until the popup is deleted. */
const aimOf = ({ version }: PopupForm) => ({
  version: isVersionExpression(version) ? version : '',
  has: { stores: false, segments: false, version: true, dates: false },
});

const PopupFields = ({ editor }: { editor: PopupEditor }) => {
  const words = useMessages(popupMessages);
  const codeWord = useCodeWord();
  const form = useSelector(editor.values);
  const problems = useSelector(editor.shown);
  const { change } = editor;
  return (
    <Stack gap="md" className={classes.card ?? ''}>
      <TextLine
        label={words.name}
        description={words.nameHint}
        required
        value={form.name}
        onText={(name) => change({ name })}
        error={codeWord(problems['name']?.[0], popupFields.name.rule)}
      />
      <MarkdownField
        label={words.text}
        besidePhone
        maxLength={MARKDOWN_MAX_LENGTH}
        value={form.text}
        onChange={(text) => change({ text })}
        error={codeWord(problems['text']?.[0], popupFields.text.rule)}
        renderLinkDialog={(dialog) => <ContentLinkDialog {...dialog} />}
      />
      {form.text.trim() === '' && <p className={classes.silent}>{words.silent}</p>}
      <ShownLinks texts={[form.text]} aim={aimOf(form)} onNarrow={({ version }) => change({ version })} />
      <div className={classes.pair}>
        <VersionField
          label={words.version}
          value={form.version}
          onChange={(version) => change({ version })}
          error={codeWord(problems['version']?.[0])}
        />
        <TextLine
          label={words.repeat}
          description={words.repeatHint}
          required
          inputMode="numeric"
          value={form.repeat}
          onText={(repeat) => change({ repeat })}
          error={codeWord(problems['repeat']?.[0])}
        />
      </div>
    </Stack>
  );
};

const Preview = ({ editor }: { editor: PopupEditor }) => <PopupPhone text={useValue(editor, 'text')} />;

/** Editor of new and existing popups (POPUP-EDIT-*). */
export const PopupEditorPage = () => {
  const words = useMessages(popupMessages);
  const { popupId = null } = useParams({ strict: false });
  return (
    <EditorPage
      spec={spec}
      id={popupId}
      list={{ path: paths.popup, label: words.title, create: paths.popupNew }}
      title={({ name }) => name.trim() || words.create}
      renderPreview={(editor) => <Preview editor={editor} />}
    >
      {(editor) => <PopupFields editor={editor} />}
    </EditorPage>
  );
};
