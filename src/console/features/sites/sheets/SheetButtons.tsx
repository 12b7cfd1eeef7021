import { useState } from 'react';
import { sheets as sheetCommands } from '../../../../../commands/sheets.ts';
import { type SheetId, sheetIds, sheets } from '../../../../contract/sheets.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import { usePermitted } from '../../../components/Permit.tsx';
import { useOffer } from '../../../components/screen.ts';
import { SheetDialog } from './SheetDialog.tsx';

/** What can come from a sheet, each with its own dialog. */
export function SheetButtons() {
  const text = useText();
  const permitted = usePermitted();
  const [open, setOpen] = useState<SheetId | null>(null);
  useOffer(sheetCommands.open, ({ sheet }) => setOpen(sheet));
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
      {open !== null && <SheetDialog sheet={open} onClose={() => setOpen(null)} />}
    </>
  );
}
