import { createOwnKind, ownKinds, updateOwnKind } from '../../../contract/sites/own-kinds.ts';
import { addOwnKind, changeOwnKind } from '../../sites/edit/own-kinds.ts';
import { visibleOwnKinds } from '../../sites/own-kinds.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Kinds of sensors that companies make. */
export const ownKindHandlers = ({ storage, editor }: Services): readonly Binding[] => [
  bind(ownKinds, ({ viewer }) => visibleOwnKinds(storage.db, viewer)),
  bind(createOwnKind, (by) => addOwnKind(editor, by, by.body)),
  bind(updateOwnKind, (by) => changeOwnKind(editor, by, by.params.ownKindId, by.body)),
];
