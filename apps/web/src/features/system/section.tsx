import type { ReactNode } from 'react';
import { type Column, ListRows } from '../../frames/list-page.tsx';
import frame from '../../frames/list-page.module.css';
import classes from './system.module.css';

type State = 'ok' | 'note' | 'wrong';

/** A word with the colour of its state. */
export const Mark = ({ state, children }: { state: State; children: ReactNode }) => (
  <span className={classes.mark} data-state={state}>
    {children}
  </span>
);

/** A section of the page with its title and a note. */
export const Section = ({ id, title, about, children }: { id: string; title: string; about?: ReactNode; children?: ReactNode }) => (
  <section className={`${frame.card} ${classes.section}`} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {about && <p className={classes.about}>{about}</p>}
    {children}
  </section>
);

/** Table of data that is already loaded. */
export const Rows = <Row extends { _id: string }>({ items, columns }: { items: Row[]; columns: readonly Column<Row>[] }) => (
  <ListRows query={{ data: { items }, isPending: false, isPlaceholderData: false }} columns={columns} marked={null} />
);
