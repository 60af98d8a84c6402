import { type StoreGroup, StoreGroupDraft, storeGroupFields, storeGroupRoutes } from '@endcap/contract/store-groups';
import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { EditorPage } from '../../../frames/editor-page.tsx';
import type { EditorSpec } from '../../../frames/editor-spec.ts';
import { useCodeWord } from '../../../frames/use-code-word.ts';
import { call, callTagged } from '../../../lib/api.ts';
import { useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { StorePicker } from '../../stores/index.ts';
import { storeGroupMessages } from '../store-group.messages.ts';
import { storeGroups } from '../store-group.queries.ts';
import { GroupFacts } from './group-facts.tsx';
import { TextLine } from '../../../ui/text-line.tsx';
import classes from './store-group-editor.module.css';

type StoreGroupForm = { name: string; includeStores: string[] };

const spec: EditorSpec<StoreGroupForm, StoreGroup, StoreGroupDraft> = {
  kind: 'storeGroup',
  read: (storeGroupId) => callTagged(storeGroupRoutes.details, { params: { storeGroupId } }),
  create: (draft) => call(storeGroupRoutes.create, { body: draft }),
  change: (storeGroupId, patch, ifMatch) => callTagged(storeGroupRoutes.change, { params: { storeGroupId }, body: patch }, { ifMatch }),
  changed: storeGroups.changed,
  empty: () => ({ name: '', includeStores: [] }),
  blank: { name: '', includeStores: [] },
  toForm: ({ name, includeStores }) => ({ name, includeStores }),
  schema: StoreGroupDraft,
  label: (field, language) => storeGroupMessages[language][field === 'name' ? 'name' : 'stores'],
};

/** Two groups of one name are allowed, but hard to tell apart. */
const SameName = ({ name, id }: { name: string; id: string | null }) => {
  const words = useMessages(storeGroupMessages);
  const { data = [] } = useQuery(storeGroups.all());
  const taken = data.some((group) => group._id !== id && group.name === name.trim());
  return taken ? (
    <Alert color="yellow" variant="light" role="status">
      {words.sameName}
    </Alert>
  ) : null;
};

/** GRP-EDIT-*: one page for a new group and an existing one. */
const StoreGroupEditorPage = ({ id }: { id: string | null }) => {
  const words = useMessages(storeGroupMessages);
  const codeWord = useCodeWord();
  return (
    <EditorPage
      spec={spec}
      id={id}
      list={{ path: paths.storeGroups, label: words.title, create: paths.storeGroupsNew }}
      title={({ name }) => name.trim() || words.untitled}
      renderAside={({ form }) => <GroupFacts id={id} includeStores={form.includeStores} />}
    >
      {({ form, change, problemOf }) => (
        <Stack gap="md" className={classes.card ?? ''}>
          <TextLine
            label={words.name}
            required
            value={form.name}
            onText={(name) => change({ name })}
            error={codeWord(problemOf('name'), storeGroupFields.name.rule)}
          />
          <SameName name={form.name} id={id} />
          <StorePicker
            label={words.stores}
            value={form.includeStores}
            onChange={(includeStores) => change({ includeStores })}
            error={codeWord(problemOf('includeStores'))}
          />
          <Text size="xs" c="dimmed">
            {form.includeStores.length === 0 ? words.noStores : words.storesHint}
          </Text>
        </Stack>
      )}
    </EditorPage>
  );
};

export const NewPage = () => <StoreGroupEditorPage id={null} />;
export const EditPage = () => {
  const { storeGroupId } = useParams({ from: '/signed-in/english/store-group/$storeGroupId' });
  return <StoreGroupEditorPage key={storeGroupId} id={storeGroupId} />;
};
