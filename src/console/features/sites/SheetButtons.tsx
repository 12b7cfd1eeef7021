import { sheets as sheetCommands } from '../../../../commands/sheets.ts';
import { sheetIds, sheets } from '../../../contract/sheets.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { usePermitted } from '../../components/Permit.tsx';
import { useOffer } from '../../components/screen.ts';
import { askSheet } from '../../state/overlays.ts';

/** What can come from a sheet, each with its own dialog. */
export function SheetButtons() {
  const text = useText();
  const permitted = usePermitted();
  useOffer(sheetCommands.open, ({ sheet }) => askSheet(sheet));
  return (
    <>
      {sheetIds
        .filter((sheet) => permitted(sheets[sheet].permission))
        .map((sheet) => (
          <CommandButton
            key={sheet}
            command={sheetCommands.open}
            args={{ sheet }}
            icon="upload"
            label={text(`sheets.open.${sheet}`)}
          />
        ))}
    </>
  );
}
