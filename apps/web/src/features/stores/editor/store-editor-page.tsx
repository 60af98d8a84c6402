import { nameWithCity, withoutInvisible } from '@endcap/contract/core';
import { type Store, StoreDraft } from '@endcap/contract/stores';
import { Alert, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useValue, useValues } from '../../../form/form-store.ts';
import { EditorPage } from '../../../frames/editor-page.tsx';
import { type EditorSpec, useEntity } from '../../../frames/editor-spec.ts';
import { call, callTagged } from '../../../lib/api.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { storeMessages } from '../store.messages.ts';
import { stores } from '../store.queries.ts';
import classes from './store-editor.module.css';
import {
  blankStore,
  emptyStoreForm,
  locationDoubtOf,
  type StoreEditor,
  type StoreForm,
  storeFormFields,
  toStoreForm,
} from './store-form.ts';
import { StoreFormFields } from './store-form-fields.tsx';
import { storeReading } from './store-reading.ts';
import { StoreCard, StoreMap } from './store-preview.tsx';

const spec: EditorSpec<StoreForm, Store, StoreDraft> = {
  kind: 'store',
  read: (storeId) => callTagged('GET /api/v1/store-editor/:storeId', { params: { storeId } }),
  create: (draft) => call('POST /api/v1/store-editor', { body: draft }),
  change: (storeId, patch, ifMatch) => callTagged('PATCH /api/v1/store-editor/:storeId', { params: { storeId }, body: patch }, { ifMatch }),
  changed: stores.changed,
  empty: emptyStoreForm,
  blank: blankStore,
  reads: storeReading,
  toForm: toStoreForm,
  schema: StoreDraft,
  label: (field, language) => storeFormFields[field].label[language],
};

/** Warns about a duplicate store number, which is allowed but rarely intended. */
const SameNumber = ({ editor }: { editor: StoreEditor }) => {
  const words = useMessages(storeMessages);
  const storeNo = useValue(editor, 'storeNo');
  const id = useEntity(editor)?._id;
  const { data = [] } = useQuery(stores.all());
  const typed = withoutInvisible(storeNo).trim();
  const same = /^\d+$/.test(typed) ? data.filter((store) => store.storeNo === Number(typed) && store._id !== id) : [];
  return same.length === 0 ? null : (
    <Alert color="yellow" variant="light" role="status" className={classes.note ?? ''}>
      {words.sameNumber(same.map(nameWithCity).join('; '))}
    </Alert>
  );
};

const LocationDoubt = ({ editor }: { editor: StoreEditor }) => {
  const words = useMessages(storeMessages);
  const doubt = useValues(editor, locationDoubtOf);
  return doubt === null ? null : (
    <Alert color="yellow" variant="light" role="status" className={classes.note ?? ''}>
      {words[doubt]}
    </Alert>
  );
};

/** Read-only values derived from other data. */
const Derived = ({ store }: { store: Store }) => {
  const words = useMessages(storeMessages);
  const format = useFormat();
  return (
    <dl className={classes.facts} aria-label={words.derived}>
      <dt>{words.address}</dt>
      <dd className={classes.address}>{store.address}</dd>
      <dt>{words.main}</dt>
      <dd>{format.number(store.main)}</dd>
      <dt>{words.notifications}</dt>
      <dd>{format.number(store.notifications)}</dd>
    </dl>
  );
};

const Aside = ({ editor }: { editor: StoreEditor }) => {
  const words = useMessages(storeMessages);
  const entity = useEntity(editor);
  return (
    <>
      <StoreMap editor={editor} />
      {entity && <Derived store={entity} />}
      {entity && (
        <Group gap="xs" className={classes.ways ?? ''}>
          <LinkButton to={paths.preview} search={{ store: entity._id }} size="compact-sm" variant="default">
            {words.inApp}
          </LinkButton>
          <LinkButton to={paths.daySheet} search={{ store: entity._id }} size="compact-sm" variant="default">
            {words.daySheet}
          </LinkButton>
        </Group>
      )}
    </>
  );
};

/** Editor of new and existing stores (STORE-EDIT-*). */
export const StoreEditorPage = () => {
  const words = useMessages(storeMessages);
  const { storeId = null } = useParams({ strict: false });
  return (
    <EditorPage
      spec={spec}
      id={storeId}
      list={{ path: paths.stores, label: words.title, create: paths.storeNew }}
      title={(form) => form.name.trim() || words.untitled}
      renderPreview={(editor) => <StoreCard editor={editor} />}
      renderAside={(editor) => <Aside editor={editor} />}
    >
      {(editor) => (
        <StoreFormFields editor={editor} notes={{ store: <SameNumber editor={editor} />, address: <LocationDoubt editor={editor} /> }} />
      )}
    </EditorPage>
  );
};
