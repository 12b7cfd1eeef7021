import { useSnapshot } from 'valtio';
import { scripts as scriptCommands } from '../../../../commands/scripts/index.ts';
import { CommandButton } from '../../components/commands.tsx';
import { EmptyState, LoadingRows, Retry } from '../../components/conditions.tsx';
import { CodeDiff } from '../../components/editor/CodeDiff.tsx';
import { CodeEditor, type CodeProblem } from '../../components/editor/CodeEditor.tsx';
import { useText } from '../../components/i18n.ts';
import { preferences } from '../../state/preferences.ts';
import { useVersionText } from '../../state/scripts/scripts.ts';
import { useModules } from './use-modules.ts';
import type { OpenScript } from './use-script.ts';
import { useTypings } from './use-typings.ts';
import './code.css';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';

/** The text of the script: edited where there is room for it, read elsewhere; or what differs from a version. */
export function Code(props: {
  readonly script: OpenScript;
  readonly isWide: boolean;
  readonly compared: number | null;
  readonly problems: readonly CodeProblem[];
  readonly onProblems: (problems: readonly CodeProblem[]) => void;
  readonly place: { readonly line: number; readonly column: number } | null;
}) {
  const { script, isWide, compared, problems, onProblems, place } = props;
  const text = useText();
  const { language, theme } = useSnapshot(preferences);
  const typings = useTypings();
  const modules = useModules(script.text);
  const own = script.source?.own ?? null;
  const { data: version } = useVersionText(own?.id ?? null, compared);
  const loading = <LoadingRows rows={12} />;
  const failed = (again: () => void) => (
    <EmptyState
      failed
      icon="cloud-off"
      title={text('scripts.editorFailed')}
      actions={<Retry onRetry={again} />}
    >
      {text('scripts.editorFailedWhy')}
    </EmptyState>
  );
  if (!isWide)
    return (
      <ScrollRegion isText label={text('scripts.text')} className="scripts__text mono">
        {script.text}
      </ScrollRegion>
    );
  const look = { language, theme, loading, failed };
  if (compared !== null && own !== null)
    return (
      <>
        <div className="scripts__compare row gap-8 rigid inset raised underlined">
          <b>{text('scripts.compared', { version: compared })}</b>
          <span className="grow" />
          <CommandButton
            command={scriptCommands.restore}
            args={{ version: compared }}
            label={text('scripts.take')}
          />
          <CommandButton
            command={scriptCommands.diff}
            args={{ version: compared }}
            icon="x"
            iconOnly
            label={text('scripts.closeDiff')}
          />
        </div>
        {version === undefined ? (
          loading
        ) : (
          <CodeDiff
            {...look}
            before={version.text}
            after={script.text}
            label={text('scripts.compared', { version: compared })}
          />
        )}
      </>
    );
  return (
    <CodeEditor
      {...look}
      document={script.key}
      value={script.text}
      typings={typings}
      modules={modules}
      label={text('scripts.text')}
      problems={problems}
      onChange={script.edit}
      onProblems={onProblems}
      place={place}
    />
  );
}
