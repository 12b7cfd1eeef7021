import { dialog } from '../../../../commands/dialog.ts';
import { useCommands } from '../commands.tsx';
import { Select } from '../fields.tsx';
import { useText } from '../i18n.ts';
import { useOffer } from '../screen.ts';

/** The sheet of a workbook that is read, by hand another one; nothing where there is but one. */
export function SheetChoice(props: {
  readonly name: string;
  readonly names: readonly string[];
  readonly onChoose: (name: string) => void;
}) {
  const { name, names, onChoose } = props;
  const text = useText();
  const commands = useCommands();
  useOffer(dialog.sheet, ({ sheet }) => onChoose(sheet), {
    available: names.length > 1,
    choices: () => names.map((one) => ({ value: one, label: one })),
  });
  if (names.length < 2) return null;
  return (
    <div className="row gap-8">
      <span className="field__label">{text('sheets.sheet')}</span>
      <Select
        label={text('sheets.sheet')}
        value={name}
        options={names.map((one) => ({ value: one, label: one }))}
        onChange={(sheet) => commands.run(dialog.sheet, { sheet }, 'button')}
      />
    </div>
  );
}
