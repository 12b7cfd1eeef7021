/** Every editor of a parameter, in one chunk: a panel needs most of them at once. */
export { DateEditor } from './DateEditor.tsx';
export { EnumEditor } from './EnumEditor.tsx';
export { FlagEditor } from './FlagEditor.tsx';
export { NumberEditor } from './NumberEditor.tsx';
export { SecretEditor } from './SecretEditor.tsx';
export { SetEditor } from './SetEditor.tsx';
export { TextEditor } from './TextEditor.tsx';
