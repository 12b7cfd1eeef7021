import type { editor } from 'monaco-editor/editor/editor.api';

/** As the mock's code: 13 px on 20 px lines, line numbers, no minimap. What it offers by menu the registry offers. */
export const editorOptions: editor.IStandaloneEditorConstructionOptions = {
  theme: 'page',
  automaticLayout: true,
  fontFamily: '"JetBrains Mono Variable", ui-monospace, Consolas, monospace',
  fontSize: 13,
  lineHeight: 20,
  fontLigatures: false,
  minimap: { enabled: false },
  contextmenu: false,
  scrollBeyondLastLine: false,
  padding: { top: 8, bottom: 8 },
  lineNumbersMinChars: 3,
  folding: true,
  bracketPairColorization: { enabled: false },
  glyphMargin: false,
  tabSize: 2,
  renderLineHighlight: 'line',
  overviewRulerBorder: false,
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, alwaysConsumeMouseWheel: false },
  fixedOverflowWidgets: true,
  wordBasedSuggestions: 'off',
  quickSuggestions: { other: 'on', strings: 'on', comments: 'off' },
  suggest: { showWords: false },
  accessibilitySupport: 'auto',
};
