import { chart as chartCommands } from '../../../../commands/chart/index.ts';
import { chartPng } from '../../components/chart/chart-png.ts';
import type { KeptCurve } from '../../components/chart/dense.ts';
import { useFormat } from '../../components/i18n.ts';
import { saveFile } from '../../components/save-file.ts';
import { useOffer } from '../../components/screen.ts';
import type { CurveState } from './use-curve.ts';

/** Offers the curve on screen as a picture. `name`: what it is of. */
export function usePng(
  curve: CurveState,
  curves: readonly KeptCurve[],
  zone: string,
  name: string,
  shown = true,
): void {
  const format = useFormat();
  useOffer(
    chartCommands.exportPng,
    async () => {
      const chart = curve.holder.current?.querySelector<HTMLElement>('.chart');
      if (chart === null || chart === undefined) return;
      const [from, to] = [format.time(curve.from, zone, 'full'), format.time(curve.to, zone, 'full')];
      const range = `${from} – ${to} ${format.offset(zone, curve.to)}`;
      saveFile(
        `${name}_${from.slice(0, 10)}_${to.slice(0, 10)}.png`,
        await chartPng(chart, { title: name, range, curves }),
      );
    },
    { available: shown && curves.some(({ t }) => t.length > 0) },
  );
}
