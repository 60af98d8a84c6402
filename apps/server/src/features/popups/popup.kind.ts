import { PopupDraft } from '@endcap/contract/popups';
import type { EntityKind } from '../entities/index.ts';
import { findPopup, hidePopup, insertPopup, lockPopup, type StoredPopup, updatePopup } from './popup.repository.ts';

/** Rules for writing popups. */
export const popupKind: EntityKind<PopupDraft, StoredPopup> = {
  name: 'popup',
  draft: PopupDraft,
  lock: lockPopup,
  read: findPopup,
  insert: insertPopup,
  update: updatePopup,
  remove: hidePopup,
};
