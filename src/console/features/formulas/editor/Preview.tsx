import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { silenceOf } from '../../../../base/silence.ts';
import { useText } from '../../../components/i18n.ts';
import { axisOf } from '../../../components/plot/axes.ts';
import { Plot } from '../../../components/plot/Plot.tsx';
import type { PlotSpec } from '../../../components/plot/plot-spec.ts';
import { timeAxis } from '../../../components/plot/ticks.ts';
import { preferences } from '../../../state/preferences.ts';
import { fetchRaw, type RawColumns } from '../../../state/sites/raw-columns.ts';
import { type InputChannel, inputKey } from '../channels.ts';
import type { FormulaEditor, FormulaFormProps } from './use-formula-form.ts';
import { type FormulaTrial, trialDays } from './use-trial.ts';

const day = 86_400_000;
/** Values that the server answers at most: of how many moments they are is not said then. */
const mostShown = 2000;
/** About as wide as it is drawn; it only decides how many ticks there are. */
const width = 400;

/** The first input over the same days. */
function useFirst(channel: InputChannel | undefined) {
  return useQuery({
    queryKey: ['formula input', channel?.key],
    enabled: channel !== undefined,
    queryFn: ({ signal }) => {
      if (channel === undefined) throw new Error('no channel');
      const { sourceId, row, element } = channel;
      const to = Date.now();
      return fetchRaw(
        { sourceId, row, channels: [channel.channel], ...(element === 0 ? {} : { element }) },
        { from: to - trialDays * day, to },
        signal,
      );
    },
  });
}

function specOf(
  trial: { readonly t: readonly number[]; readonly value: readonly number[] },
  first: RawColumns | null,
  of: { readonly channel: InputChannel; readonly sameUnit: boolean; readonly zone: string },
): PlotSpec {
  // Of more values than are answered the older ones are missing: the first input is shown from there on too.
  const since = trial.t.length >= mostShown ? (trial.t[0] ?? 0) : 0;
  const begin =
    first === null
      ? 0
      : Math.max(
          0,
          first.t.findIndex((t) => t >= since),
        );
  const beside = first?.values[of.channel.channel]?.subarray(begin) ?? new Float64Array();
  const times = first?.t.subarray(begin) ?? new Float64Array();
  const from = Math.min(trial.t[0] ?? Number.POSITIVE_INFINITY, times[0] ?? Number.POSITIVE_INFINITY);
  const to = Math.max(trial.t.at(-1) ?? 0, times.at(-1) ?? 0);
  const input = {
    ...{ type: 'line' as const, x: times, y: beside, color: '--text-muted', pale: true },
    silence: silenceOf(times),
  };
  const own = {
    ...{ type: 'line' as const, x: trial.t, y: trial.value, color: '--c1' },
    silence: silenceOf(trial.t),
  };
  return {
    x: timeAxis(from, Math.max(from + 1, to), of.zone, width),
    y: axisOf(of.sameUnit ? [trial.value, beside] : [trial.value], 5),
    ...(of.sameUnit ? {} : { yRight: axisOf([beside], 5), right: [input] }),
    layers: of.sameUnit ? [input, own] : [own],
    showX: true,
  };
}

/** What the formula makes of the last days, beside its first channel, as it is typed. */
export function Preview(
  props: FormulaFormProps & { readonly editor: FormulaEditor; readonly trial: FormulaTrial },
) {
  const { editor, detail, trial } = props;
  const { draft, found, isOld, problem } = trial;
  const text = useText();
  const { theme } = useSnapshot(preferences);
  const input = draft?.inputs[0];
  const channel = input === undefined ? undefined : editor.byKey.get(inputKey(input));
  const first = useFirst(channel);
  const unit = draft?.unit ?? null;
  const zone = detail.summary.timeZone;
  const spec = useMemo(
    () =>
      found === null || found.t.length === 0 || channel === undefined
        ? null
        : specOf(found, first.data ?? null, { channel, sameUnit: channel.unit === unit, zone }),
    [found, first.data, channel, unit, zone],
  );
  const said = () => {
    if (draft === null || problem !== null) return text('formulas.noPreview');
    if (isOld) return text('formulas.oldPreview', { formula: draft.text });
    if (found === null) return text('loading');
    const { missing } = found;
    const all = found.t.length + missing;
    if (all === 0) return text('formulas.noReadings', { days: trialDays });
    if (found.t.length >= mostShown) return text('formulas.missingMany', { missing, shown: mostShown });
    return missing === 0 ? text('formulas.allValues', { all }) : text('formulas.missing', { missing, all });
  };
  const title = text('formulas.preview', { days: trialDays });
  return (
    <section className="formulas__preview column gap-6" aria-label={title}>
      <h3 className="field__label">{title}</h3>
      <div className={`formulas__plot paper ${isOld ? 'is-old-preview' : ''}`}>
        {spec !== null && <Plot spec={spec} theme={theme} label={title} />}
      </div>
      {channel !== undefined && (
        <p className="formulas__legend row wrap gap-12 text-12 dim">
          <span className="formulas__key formulas__key--own">
            {text('formulas.result')} {unit ?? ''}
          </span>
          <span className="formulas__key formulas__key--input">
            {input?.letter} = {channel.label} {channel.unit ?? ''}
          </span>
        </p>
      )}
      <p className="text-12 dim" role="status">
        {said()}
      </p>
    </section>
  );
}
