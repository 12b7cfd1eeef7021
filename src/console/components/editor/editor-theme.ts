import type { editor } from 'monaco-editor/editor/editor.api';
import { themeColor } from '../map/theme-colors.ts';

let probe: CanvasRenderingContext2D | null = null;

/** A CSS colour as `#rrggbbaa`: Monaco reads nothing else. */
function hex(color: string): string {
  probe ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (probe === null) return '#888888';
  probe.clearRect(0, 0, 1, 1);
  probe.fillStyle = color;
  probe.fillRect(0, 0, 1, 1);
  return `#${[...probe.getImageData(0, 0, 1, 1).data].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Scopes of the language definition, by the variable of the theme that paints them. */
const inks = {
  '--code-key': ['keyword'],
  '--code-str': ['string', 'regexp', 'string.escape'],
  '--code-num': ['number'],
  '--code-com': ['comment', 'comment.doc'],
  '--code-type': ['type', 'type.identifier', 'namespace'],
  '--code-text': ['', 'identifier', 'delimiter', 'delimiter.bracket'],
} as const;

const surfaces = {
  'editor.background': '--code-bg',
  'editor.foreground': '--code-text',
  'editor.lineHighlightBackground': '--code-line',
  'editor.selectionBackground': '--select',
  'editorCursor.foreground': '--accent-bright',
  'editorLineNumber.foreground': '--text-faint',
  'editorLineNumber.activeForeground': '--text-strong',
  'editorUnnecessaryCode.border': '--text-faint',
  'editorGutter.background': '--code-bg',
  'editorWidget.background': '--surface-overlay',
  'editorWidget.foreground': '--text',
  'editorWidget.border': '--border',
  'editorHoverWidget.background': '--surface-overlay',
  'editorHoverWidget.foreground': '--text',
  'editorHoverWidget.border': '--border',
  'editorSuggestWidget.background': '--surface-overlay',
  'editorSuggestWidget.foreground': '--text',
  'editorSuggestWidget.border': '--border',
  'editorSuggestWidget.selectedBackground': '--surface-active',
  'editorSuggestWidget.selectedForeground': '--text-strong',
  'editorSuggestWidget.highlightForeground': '--accent-text',
  'editorSuggestWidget.focusHighlightForeground': '--accent-text',
  'list.hoverBackground': '--surface-hover',
  'input.background': '--surface-panel',
  'input.foreground': '--text',
  'input.border': '--border-strong',
  focusBorder: '--focus',
  'editorError.foreground': '--lv4-edge',
  'editorWarning.foreground': '--lv3-edge',
  'editorInfo.foreground': '--accent-text',
  'scrollbarSlider.background': '--border',
  'scrollbarSlider.hoverBackground': '--border-strong',
  'editorIndentGuide.background1': '--hairline',
  'diffEditor.insertedTextBackground': '--ok-soft',
  'diffEditor.removedTextBackground': '--lv4-soft',
} as const;

/** The page's theme as Monaco's: read from the variables of the body, light or dark by its `color-scheme`. */
export function editorTheme(): editor.IStandaloneThemeData {
  const isDark = getComputedStyle(document.body).colorScheme.includes('dark');
  return {
    base: isDark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: Object.entries(inks).flatMap(([variable, tokens]) =>
      tokens.map((token) => ({ token, foreground: hex(themeColor(variable)).slice(1, 7) })),
    ),
    colors: {
      ...Object.fromEntries(
        Object.entries(surfaces).map(([color, variable]) => [color, hex(themeColor(variable))]),
      ),
      // Faded code is no longer legible: what nothing uses is underlined.
      'editorUnnecessaryCode.opacity': '#000000ff',
    },
  };
}
