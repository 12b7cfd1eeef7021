import { scripts as scriptCommands } from '../../../../../commands/scripts/index.ts';
import type { RunDetail } from '../../../../contract/workflows.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { EmptyState } from '../../../components/conditions.tsx';
import { useText } from '../../../components/i18n.ts';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';

/** What a run was started with: its arguments, and its text, which the script may have left behind since. */
export function AsItRan(props: {
  /** Undefined where no run is open. */
  readonly run: RunDetail | undefined;
  /** The text on screen. */
  readonly text: string;
}) {
  const { run } = props;
  const text = useText();
  if (run === undefined)
    return (
      <EmptyState icon="terminal" title={text('scripts.noRun')}>
        {text('scripts.start.text')}
      </EmptyState>
    );
  const args = Object.entries(run.args);
  const isSame = run.script === props.text;
  return (
    <div className="column fill">
      <div className="scripts__ranhead row between gap-8 underlined text-12">
        <p className="dim">{text(isSame ? 'scripts.sameText' : 'scripts.otherText')}</p>
        {!isSame && <CommandButton command={scriptCommands.takeRan} label={text('scripts.takeRan')} />}
      </div>
      {args.length > 0 && (
        <dl className="scripts__args padded raised underlined grid" aria-label={text('scripts.arguments')}>
          {args.map(([name, value]) => (
            <div key={name}>
              <dt className="mono dim">{name}</dt>
              <dd className="mono">{Array.isArray(value) ? value.join(', ') : String(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      <ScrollRegion isText label={text('scripts.ranText')} className="scripts__text mono">
        {run.script}
        {run.modules.map(({ name, version, text: own }) => (
          <section key={name} className="scripts__module">
            <h3 className="text-12">{text('scripts.module', { name, version })}</h3>
            {own}
          </section>
        ))}
      </ScrollRegion>
    </div>
  );
}
