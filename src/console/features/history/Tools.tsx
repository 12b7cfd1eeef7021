import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { chart as chartCommands } from '../../../../commands/chart/index.ts';
import { table } from '../../../../commands/table.ts';
import { CommandButton } from '../../components/commands.tsx';
import { RelativeSwitch } from '../../components/values/relative.tsx';
import { preferences } from '../../state/preferences.ts';

/** The small buttons of a curve. */
export function Tools({ legend, children }: { readonly legend: boolean; readonly children?: ReactNode }) {
  const { relative } = useSnapshot(preferences);
  return (
    <span className="curve__tools row gap-4 rigid">
      {children}
      <RelativeSwitch relative={relative} iconOnly />
      <CommandButton command={chartCommands.zoomIn} icon="zoom-in" iconOnly />
      <CommandButton command={chartCommands.zoomOut} icon="zoom-out" iconOnly />
      <CommandButton command={chartCommands.fit} icon="maximize" iconOnly />
      <CommandButton command={chartCommands.refresh} icon="refresh" iconOnly />
      <CommandButton command={chartCommands.copyRange} icon="copy" iconOnly />
      <CommandButton command={chartCommands.pasteRange} icon="paste" iconOnly />
      <CommandButton command={table.export} icon="download" iconOnly />
      <CommandButton command={chartCommands.exportPng} icon="image" iconOnly />
      <CommandButton command={chartCommands.legend} icon="list" iconOnly pressed={legend} />
    </span>
  );
}
