import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { CommandButton } from '../../components/commands.tsx';
import { RelativeSwitch } from '../../components/relative.tsx';
import { preferences } from '../../state/preferences.ts';

/** The small buttons of a curve. */
export function Tools({ legend, children }: { readonly legend: boolean; readonly children?: ReactNode }) {
  const { relative } = useSnapshot(preferences);
  return (
    <span className="curve__tools">
      {children}
      <RelativeSwitch relative={relative} iconOnly />
      <CommandButton command="chart.zoomIn" icon="zoom-in" iconOnly />
      <CommandButton command="chart.zoomOut" icon="zoom-out" iconOnly />
      <CommandButton command="chart.fit" icon="maximize" iconOnly />
      <CommandButton command="chart.refresh" icon="refresh" iconOnly />
      <CommandButton command="chart.copyRange" icon="copy" iconOnly />
      <CommandButton command="chart.pasteRange" icon="paste" iconOnly />
      <CommandButton command="chart.exportPng" icon="image" iconOnly />
      <CommandButton command="chart.legend" icon="list" iconOnly pressed={legend} />
    </span>
  );
}
