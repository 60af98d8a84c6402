import { z } from 'zod';
import { SentContent } from '../content/index.ts';
import { Id } from '../core/index.ts';
import { PopupDraft } from '../popups/index.ts';
import { SettingsPatch } from '../settings/index.ts';

/** The item that the form is of; null: a new one. */
const id = Id.nullable().default(null);

/** PREV-07: a form as a save would send it, laid over what is stored. */
export const Overlay = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('content'), id, draft: SentContent }),
  z.object({ kind: z.literal('popup'), id, draft: PopupDraft }),
  z.object({ kind: z.literal('settings'), draft: SettingsPatch }),
]);
export type Overlay = z.output<typeof Overlay>;

/** The id of a new item that is laid over: no stored one is as short. */
export const UNSAVED_ID = 'unsaved';
