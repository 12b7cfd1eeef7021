import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { ParameterField } from '../../../catalogue/model.ts';
import { loadChunk } from '../chunks.ts';
import type { EditorProps } from './editor.ts';
import './fields.css';

type Type = ParameterField['type'];
type Editor<T extends Type> = ComponentType<EditorProps<Extract<ParameterField, { type: T }>>>;

const load = () => loadChunk(() => import('./editors.ts'));

/** Which editor a type of field has; they come when the first of them is drawn. */
const editors: { readonly [T in Type]: LazyExoticComponent<Editor<T>> } = {
  number: lazy(async () => ({ default: (await load()).NumberEditor })),
  enum: lazy(async () => ({ default: (await load()).EnumEditor })),
  flag: lazy(async () => ({ default: (await load()).FlagEditor })),
  text: lazy(async () => ({ default: (await load()).TextEditor })),
  secret: lazy(async () => ({ default: (await load()).SecretEditor })),
  set: lazy(async () => ({ default: (await load()).SetEditor })),
  date: lazy(async () => ({ default: (await load()).DateEditor })),
};

/** The editor of a parameter, by the type of its field. */
export function FieldEditor(props: EditorProps) {
  // The map gives each type the editor of that type: TypeScript cannot follow that through the union.
  const Found = editors[props.field.type] as LazyExoticComponent<ComponentType<EditorProps>>;
  return <Found {...props} />;
}
