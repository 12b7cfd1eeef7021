import { matrix as matrixCommands } from '../../../../commands/matrix.ts';
import { standards as standardCommands } from '../../../../commands/standards.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { Select } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
import { useOffer } from '../../components/screen.ts';
import { chooseStandard } from '../../state/devices/standards.ts';
import { useStations } from '../../state/sites/stations.ts';
import { sheetsOf, sheetTitle } from './sheets.ts';
import type { useSheet } from './use-sheet.ts';
import type { MatrixView } from './use-view.ts';
import './bar.css';

/** Which group is shown, and which standard it is held against. */
export function Bar(props: {
  readonly view: MatrixView;
  readonly sheet: ReturnType<typeof useSheet>;
  readonly onView: (changes: Readonly<Record<string, string>>) => void;
}) {
  const { view, sheet } = props;
  const { standards, standard, projects } = sheet;
  const text = useText();
  const commands = useCommands();
  const { data } = useStations();
  const present = new Set((data?.stations ?? []).flatMap(({ kinds }) => kinds));
  const sheets = sheetsOf(present).map((one) => ({
    value: one.id,
    label: `${sheetTitle(one, text)}${sheet.editedSheets.has(one.id) ? ' •' : ''}`,
  }));
  const several = new Set(projects.map(({ companyId }) => companyId)).size > 1;
  const choices = [
    { value: '', label: text('matrix.noStandard') },
    ...standards.map(({ id, name, companyName }) => ({
      value: String(id),
      label: several ? `${name} (${companyName})` : name,
    })),
  ];
  useOffer(matrixCommands.group, ({ sheet: id }) => props.onView({ sheet: id, sort: '' }), {
    choices: () => sheets,
  });
  useOffer(
    standardCommands.compare,
    ({ standard: id }) => chooseStandard(view.sheet.id, id === '' ? null : Number(id)),
    { choices: () => choices },
  );
  useOffer(matrixCommands.refresh, async () => void (await sheet.refetch()));
  return (
    <header className="panel__head mx__bar row wrap">
      <h2>{text('page.matrix')}</h2>
      <Select
        label={text('argument.group')}
        value={view.sheet.id}
        options={sheets}
        onChange={(id) => commands.run(matrixCommands.group, { sheet: id }, 'button')}
      />
      <span className="mx__against gap-6 yields text-12">
        <span className="dim">{text('matrix.against')}</span>
        <Select
          label={text('matrix.standard')}
          value={standard === null ? '' : String(standard.id)}
          options={choices}
          onChange={(id) => commands.run(standardCommands.compare, { standard: id }, 'button')}
        />
        <Permit needs="device:parameter:edit">
          {standard === null ? (
            <CommandButton command={standardCommands.make} label={text('matrix.makeStandard')} icon="plus" />
          ) : (
            <>
              <CommandButton command={standardCommands.edit} icon="pencil" iconOnly />
              <CommandButton command={standardCommands.make} icon="plus" iconOnly />
              <CommandButton command={standardCommands.delete} icon="trash" iconOnly />
            </>
          )}
        </Permit>
      </span>
      <span className="mx__grow grow" />
      <CommandButton command={matrixCommands.refresh} icon="refresh" iconOnly />
    </header>
  );
}
