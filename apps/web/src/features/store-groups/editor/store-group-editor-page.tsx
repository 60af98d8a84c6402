import { type StoreGroup, StoreGroupDraft, storeGroupFields } from '@endcap/contract/store-groups';
import { Alert, Stack, Text } from '@mantine/core';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useProblem, useValue } from '../../../form/form-store.ts';
import { EditorPage } from '../../../frames/editor-page.tsx';
import { type Editor, type EditorSpec, useEntity } from '../../../frames/editor-spec.ts';
import { useCodeWord } from '../../../frames/use-failure-words.ts';
import { call, callTagged } from '../../../lib/api.ts';
import { useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { StorePicker, stores } from '../../stores/index.ts';
import { storeGroupMessages } from '../store-group.messages.ts';
import { storeGroups } from '../store-group.queries.ts';
import { GroupFacts } from './group-facts.tsx';
import { TextLine } from '../../../ui/text-line.tsx';
import classes from './store-group-editor.module.css';

type StoreGroupForm = { name: string; includeStores: string[] };
type StoreGroupEditor = Editor<StoreGroupForm, StoreGroup>;

const specOf = (client: QueryClient): EditorSpec<StoreGroupForm, StoreGroup, StoreGroupDraft> => ({
  kind: 'storeGroup',
  read: async (storeGroupId) => {
    // The form opens with the names of its stores: names that load later would wrap differently and shift the layout.
    const names = client.ensureQueryData(stores.all()).catch(() => undefined);
    const group = await callTagged('GET /api/v1/store-group/:storeGroupId', { params: { storeGroupId } });
    await names;
    return group;
  },
  create: (draft) => call('POST /api/v1/store-group', { body: draft }),
  change: (storeGroupId, patch, ifMatch) =>
    callTagged('PATCH /api/v1/store-group/:storeGroupId', { params: { storeGroupId }, body: patch }, { ifMatch }),
  changed: storeGroups.changed,
  empty: () => ({ name: '', includeStores: [] }),
  blank: { name: '', includeStores: [] },
  toForm: ({ name, includeStores }) => ({ name, includeStores }),
  schema: StoreGroupDraft,
  label: (field, language) => storeGroupMessages[language][field === 'name' ? 'name' : 'stores'],
});

/** Two groups of one name are allowed, but hard to tell apart. */
const SameName = ({ editor }: { editor: StoreGroupEditor }) => {
  const words = useMessages(storeGroupMessages);
  const name = useValue(editor, 'name').trim();
  const id = useEntity(editor)?._id;
  const { data = [] } = useQuery(storeGroups.all());
  const taken = data.some((group) => group._id !== id && group.name === name);
  return taken ? (
    <Alert color="yellow" variant="light" role="status">
      {words.sameName}
    </Alert>
  ) : null;
};

const Facts = ({ editor }: { editor: StoreGroupEditor }) => (
  <GroupFacts id={useEntity(editor)?._id ?? null} includeStores={useValue(editor, 'includeStores')} />
);

const Fields = ({ editor }: { editor: StoreGroupEditor }) => {
  const words = useMessages(storeGroupMessages);
  const codeWord = useCodeWord();
  const { name, includeStores } = useSelector(editor.values);
  return (
    <Stack gap="md" className={classes.card ?? ''}>
      <TextLine
        label={words.name}
        required
        value={name}
        onText={(text) => editor.change({ name: text })}
        error={codeWord(useProblem(editor, 'name'), storeGroupFields.name.rule)}
      />
      <SameName editor={editor} />
      <StorePicker
        label={words.stores}
        value={includeStores}
        onChange={(stores) => editor.change({ includeStores: stores })}
        error={codeWord(useProblem(editor, 'includeStores'))}
      />
      <Text size="xs" c="dimmed">
        {includeStores.length === 0 ? words.noStores : words.storesHint}
      </Text>
    </Stack>
  );
};

/** Editor of new and existing store groups (GRP-EDIT-*). */
export const StoreGroupEditorPage = () => {
  const words = useMessages(storeGroupMessages);
  const { storeGroupId = null } = useParams({ strict: false });
  const client = useQueryClient();
  const spec = useMemo(() => specOf(client), [client]);
  return (
    <EditorPage
      spec={spec}
      id={storeGroupId}
      list={{ path: paths.storeGroups, label: words.title, create: paths.storeGroupsNew }}
      title={({ name }) => name.trim() || words.untitled}
      renderAside={(editor) => <Facts editor={editor} />}
    >
      {(editor) => <Fields editor={editor} />}
    </EditorPage>
  );
};
