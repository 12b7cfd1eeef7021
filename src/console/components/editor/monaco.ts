/** Monaco with what a script needs of it. Its own chunk: loaded when an editor is first shown (`load-monaco`). */
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/caretOperations/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codeAction/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/cursorUndo/register';
import 'monaco-editor/features/diffEditor/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/folding/register';
import 'monaco-editor/features/format/register';
import 'monaco-editor/features/gotoError/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/indentation/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/longLinesHelper/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/parameterHints/register';
import 'monaco-editor/features/readOnlyMessage/register';
import 'monaco-editor/features/rename/register';
import 'monaco-editor/features/smartSelect/register';
import 'monaco-editor/features/snippet/register';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/features/unicodeHighlighter/register';
import 'monaco-editor/features/wordHighlighter/register';
import 'monaco-editor/features/wordOperations/register';
// The language's own code brings features along, later: what they are made of must be known to the first editor.
import 'monaco-editor/editor/common/services/treeViewsDndService';
import 'monaco-editor/editor/contrib/codelens/browser/codeLensCache';
// The feature `suggest` registers inline suggestions alone.
import 'monaco-editor/editor/contrib/suggest/browser/suggestController';
import 'monaco-editor/languages/definitions/typescript/register';
import * as monaco from 'monaco-editor/editor/editor.api';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import {
  getTypeScriptWorker,
  ModuleKind,
  ScriptTarget,
  typescriptDefaults,
} from 'monaco-editor/languages/features/typescript/register';
import TypeScriptWorker from 'monaco-editor/languages/features/typescript/ts.worker?worker';
import type { EditorModule } from './CodeEditor.tsx';

self.MonacoEnvironment = {
  getWorker: (_id, label) => (label === 'typescript' ? new TypeScriptWorker() : new EditorWorker()),
};

// A script runs in a sandbox that has the language and nothing of a browser.
typescriptDefaults.setCompilerOptions({
  target: ScriptTarget.ESNext,
  module: ModuleKind.ESNext,
  moduleDetection: 3,
  lib: ['esnext'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  allowNonTsExtensions: true,
  noEmit: true,
  types: [],
  baseUrl: 'file:///',
  paths: { 'modules/*': ['file:///modules/*'] },
});
typescriptDefaults.setDiagnosticsOptions({ onlyVisible: false });
typescriptDefaults.setEagerModelSync(true);

// These are the console's own keys, also while one writes.
monaco.editor.addKeybindingRules(
  [monaco.KeyCode.Enter, monaco.KeyCode.KeyK].map((key) => ({
    keybinding: monaco.KeyMod.CtrlCmd | key,
    command: null,
  })),
);

let libsNow = '';

/** A declaration by the name of the import: names that are declared are offered as they are typed. */
const declared = ({ name, id }: EditorModule) =>
  `declare module ${JSON.stringify(name)}${id === null ? ';' : ` { export * from 'modules/${id}'; }`}`;

/**
 * What scripts may import: the text of a declaration file, and texts of other scripts. The same again does nothing.
 */
export function setTypings(text: string, modules: readonly EditorModule[]): void {
  const libs = [
    { content: text, filePath: 'file:///groundwatch.d.ts' },
    { content: modules.map(declared).join('\n'), filePath: 'file:///modules.d.ts' },
    ...modules.flatMap(({ id, text: content }) =>
      id === null ? [] : [{ content, filePath: `file:///modules/${id}.ts` }],
    ),
  ];
  const key = JSON.stringify(libs);
  if (key === libsNow) return;
  libsNow = key;
  typescriptDefaults.setExtraLibs(libs);
}

/** Where the text of a document lives, by the name that its editor was given. */
export const documentUri = (name: string) =>
  monaco.Uri.parse(`file:///scripts/${encodeURIComponent(name)}.ts`);

/** Errors of a document that is open in an editor, as its text is now; 0 where none is open under that name. */
export async function countErrors(name: string): Promise<number> {
  const uri = documentUri(name);
  if (monaco.editor.getModel(uri) === null) return 0;
  const worker = await (await getTypeScriptWorker())(uri);
  const found = await Promise.all([
    worker.getSyntacticDiagnostics(uri.toString()),
    worker.getSemanticDiagnostics(uri.toString()),
  ]);
  // 1 is the category of errors.
  return found.flat().filter(({ category }) => category === 1).length;
}

export { monaco };
