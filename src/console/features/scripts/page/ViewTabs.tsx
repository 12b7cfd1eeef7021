import { scripts as scriptCommands } from '../../../../../commands/scripts/index.ts';
import { useCommands } from '../../../components/commands.tsx';
import { Segmented } from '../../../components/fields.tsx';
import { useText } from '../../../components/i18n.ts';

const views = ['run', 'tables', 'ran', 'runs', 'versions'] as const;
/** What can stand beside the script. */
export type BesideView = (typeof views)[number];

/** The tabs over what stands beside the script. */
export function ViewTabs({ view, tables }: { readonly view: BesideView; readonly tables: number }) {
  const text = useText();
  const commands = useCommands();
  return (
    <div className="scripts__tabs row gap-8 rigid underlined text-12">
      <Segmented
        label={text('argument.scriptView')}
        value={view}
        options={views.map((value) => ({
          value,
          label:
            value === 'tables' && tables > 0
              ? `${text('scriptView.tables')} ${tables}`
              : text(`scriptView.${value}`),
        }))}
        onChange={(chosen) => commands.run(scriptCommands.view, { view: chosen }, 'button')}
      />
    </div>
  );
}
