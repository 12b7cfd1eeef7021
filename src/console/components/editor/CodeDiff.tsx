import './editor.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { editorOptions } from './editor-options.ts';
import { useMonaco } from './use-monaco.ts';

/** Two texts of TypeScript beside each other, their differences marked; below each other where it is narrow. */
export function CodeDiff({
  before,
  after,
  language,
  theme,
  label,
  loading,
  failed,
}: {
  readonly before: string;
  readonly after: string;
  readonly language: string;
  readonly theme: string;
  readonly label: string;
  readonly loading: ReactNode;
  readonly failed: (again: () => void) => ReactNode;
}) {
  const holder = useRef<HTMLDivElement>(null);
  const { loaded, error, again } = useMonaco(language, theme);
  useEffect(() => {
    if (loaded === null || holder.current === null) return;
    const { monaco } = loaded;
    const models = [before, after].map((text) => monaco.editor.createModel(text, 'typescript'));
    const [original, modified] = models;
    if (original === undefined || modified === undefined) return;
    const made = monaco.editor.createDiffEditor(holder.current, {
      ...editorOptions,
      readOnly: true,
      originalAriaLabel: label,
      modifiedAriaLabel: label,
      renderSideBySideInlineBreakpoint: 700,
      hideUnchangedRegions: { enabled: true },
    });
    made.setModel({ original, modified });
    return () => {
      made.dispose();
      for (const model of models) model.dispose();
    };
  }, [loaded, before, after, label]);
  if (error !== null) return failed(again);
  return (
    <div className="code-editor fill yields flex">
      {loaded === null ? loading : null}
      <div className="fill yields" ref={holder} />
    </div>
  );
}
