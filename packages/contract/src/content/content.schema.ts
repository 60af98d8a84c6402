import { z } from 'zod';
import { answersOf, draftOf, entityMarks, Id, page, patchOf } from '../core/index.ts';
import { contentFields } from './content.fields.ts';
import { contentProblems, withoutForeignFields } from './content.rules.ts';

// Required: a form starts with a default type, but API callers must send one (CONT-VAL-01).
const contentType = contentFields.contentType.rule;

/** Every field by its rule, then all of them together. */
export const ContentDraft = draftOf(contentFields)
  .extend({ contentType })
  .check(({ value, issues }) => {
    for (const { field, code } of contentProblems(value))
      issues.push({ code: 'custom', path: [field], message: code, input: value[field] });
  });
export type ContentDraft = z.output<typeof ContentDraft>;

/** any of the fields; a type cannot be taken away. */
export const ContentPatch = patchOf(contentFields).extend({ contentType: contentType.optional() });

/** Input of POST and of the form. Fields that the type does not have are emptied before validation. */
export const SentContent = z.preprocess(withoutForeignFields, ContentDraft);

const Stored = z.object({ _id: Id, ...answersOf(contentFields) });
/** An item without its marks. */
export type UnmarkedContent = z.infer<typeof Stored>;

/** ENT-04..14 */
export const Content = Stored.extend(entityMarks);
export type Content = z.infer<typeof Content>;

/** A row in lists and pickers. */
export const ContentRow = Content.pick({
  _id: true,
  contentType: true,
  name: true,
  title: true,
  prevImage: true,
  pinned: true,
  disabled: true,
  publicationStart: true,
  publicationEnd: true,
});
export type ContentRow = z.infer<typeof ContentRow>;
export const ContentPage = page(ContentRow);
