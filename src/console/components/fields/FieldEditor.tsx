import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { ParameterField } from '../../../catalogue/model.ts';
import type { EditorProps } from './editor.ts';
import './fields.css';

type Type = ParameterField['type'];
type Editor<T extends Type> = ComponentType<EditorProps<Extract<ParameterField, { type: T }>>>;

/** Which editor a type of field has; each comes when it is first drawn. */
const editors: { readonly [T in Type]: LazyExoticComponent<Editor<T>> } = {
  number: lazy(() => import('./NumberEditor.tsx')),
  enum: lazy(() => import('./EnumEditor.tsx')),
  flag: lazy(() => import('./FlagEditor.tsx')),
  text: lazy(() => import('./TextEditor.tsx')),
  secret: lazy(() => import('./SecretEditor.tsx')),
  set: lazy(() => import('./SetEditor.tsx')),
  date: lazy(() => import('./DateEditor.tsx')),
};

/** The editor of a parameter, by the type of its field. */
export function FieldEditor(props: EditorProps) {
  // The map gives each type the editor of that type: TypeScript cannot follow that through the union.
  const Found = editors[props.field.type] as LazyExoticComponent<ComponentType<EditorProps>>;
  return <Found {...props} />;
}
