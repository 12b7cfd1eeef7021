import './editor.css';
import type { editor } from 'monaco-editor/editor/editor.api';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../i18n.ts';
import { editorOptions } from './editor-options.ts';
import { useMonaco } from './use-monaco.ts';

export interface CodeProblem {
  readonly severity: 'error' | 'warning' | 'hint';
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}
/** Another text that the edited one may import. */
export interface EditorModule {
  /** As it is imported. */
  readonly name: string;
  /** A name for its file, of letters and digits; null = its text is not known, and it may export anything. */
  readonly id: string | null;
  readonly text: string;
}
export interface CodeEditorProps {
  /** Names the text: another one is another document with its own undo. */
  readonly document: string;
  readonly value: string;
  /** Declarations of what the text may import. */
  readonly typings: string;
  readonly modules: readonly EditorModule[];
  readonly language: string;
  readonly theme: string;
  readonly label: string;
  readonly isReadOnly?: boolean;
  /** Problems that were found elsewhere, such as by a run; shown beside those of the types. */
  readonly problems?: readonly CodeProblem[];
  readonly onChange: (value: string) => void;
  readonly onProblems?: (problems: readonly CodeProblem[]) => void;
  /** A place to show: the cursor goes there each time that another object is given. */
  readonly place?: { readonly line: number; readonly column: number } | null;
  /** Instead of the editor while it loads, and where it could not be loaded. */
  readonly loading: ReactNode;
  readonly failed: (again: () => void) => ReactNode;
}

const owner = 'run';

/** TypeScript with completion, hovers and problems over the given declarations. */
export function CodeEditor(props: CodeEditorProps) {
  const {
    document: name,
    value,
    typings,
    modules,
    language,
    theme,
    label,
    isReadOnly = false,
    problems,
    place,
  } = props;
  const holder = useRef<HTMLDivElement>(null);
  const instance = useRef<editor.IStandaloneCodeEditor | null>(null);
  const { loaded, error, again } = useMonaco(language, theme);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (loaded === null || holder.current === null) return;
    const { monaco } = loaded;
    const made = monaco.editor.create(holder.current, editorOptions);
    instance.current = made;
    const markers = monaco.editor.onDidChangeMarkers((uris) => {
      const uri = made.getModel()?.uri;
      if (uri === undefined || !uris.some((other) => other.toString() === uri.toString())) return;
      latest.current.onProblems?.(
        monaco.editor.getModelMarkers({ resource: uri }).map((marker) => ({
          severity:
            marker.severity === monaco.MarkerSeverity.Error
              ? 'error'
              : marker.severity === monaco.MarkerSeverity.Warning
                ? 'warning'
                : 'hint',
          line: marker.startLineNumber,
          column: marker.startColumn,
          message: marker.message,
        })),
      );
    });
    // What a quote may hold is often one of a few: they are offered as soon as it is opened.
    const quoted = made.onDidChangeModelContent(({ changes, isUndoing, isRedoing }) => {
      const [change, ...others] = changes;
      if (others.length > 0 || isUndoing || isRedoing || !/^(?:''?|""?)$/.test(change?.text ?? '')) return;
      // The cursor stands within the quotes once the change is done.
      queueMicrotask(() => made.trigger('quote', 'editor.action.triggerSuggest', {}));
    });
    return () => {
      quoted.dispose();
      markers.dispose();
      instance.current = null;
      made.dispose();
    };
  }, [loaded]);

  useEffect(() => loaded?.setTypings(typings, modules), [loaded, typings, modules]);

  useEffect(() => {
    if (loaded === null || instance.current === null) return;
    const { monaco, documentUri } = loaded;
    const model = monaco.editor.createModel(latest.current.value, 'typescript', documentUri(name));
    instance.current.setModel(model);
    const change = model.onDidChangeContent(() => latest.current.onChange(model.getValue()));
    return () => {
      change.dispose();
      model.dispose();
    };
  }, [loaded, name]);

  useEffect(() => {
    const model = instance.current?.getModel();
    if (model === null || model === undefined || model.getValue() === value) return;
    // As an edit, so that undo leads back to what was there.
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text: value }], () => null);
  }, [value]);

  useEffect(() => {
    if (loaded !== null) instance.current?.updateOptions({ readOnly: isReadOnly, ariaLabel: label });
  }, [loaded, isReadOnly, label]);

  useEffect(() => {
    const model = instance.current?.getModel();
    if (loaded === null || model === null || model === undefined) return;
    const { MarkerSeverity } = loaded.monaco;
    const severities = {
      error: MarkerSeverity.Error,
      warning: MarkerSeverity.Warning,
      hint: MarkerSeverity.Hint,
    };
    loaded.monaco.editor.setModelMarkers(
      model,
      owner,
      (problems ?? []).map(({ severity, line, column, message }) => ({
        severity: severities[severity],
        message,
        startLineNumber: line,
        startColumn: column,
        endLineNumber: line,
        endColumn: model.getLineMaxColumn(Math.min(Math.max(1, line), model.getLineCount())),
      })),
    );
  }, [loaded, problems]);

  useEffect(() => {
    if (place === null || place === undefined || loaded === null) return;
    const at = { lineNumber: place.line, column: place.column };
    instance.current?.setPosition(at);
    instance.current?.revealPositionInCenterIfOutsideViewport(at);
    instance.current?.focus();
  }, [loaded, place]);

  const text = useText();
  if (error !== null) return props.failed(again);
  return (
    <div className="code-editor fill yields flex">
      {loaded === null ? props.loading : null}
      <div className="fill yields" ref={holder} />
      <p className="code-editor__leave floats text-11" role="note">
        {text('editor.leave')}
      </p>
    </div>
  );
}
