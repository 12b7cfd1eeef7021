import { stations } from '../../../../../commands/stations/index.ts';
import type { StationDetail } from '../../../../contract/sites/stations.ts';
import { useCommands } from '../../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../../components/conditions.tsx';
import { Select } from '../../../components/fields.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import type { TabRange } from '../../../components/range/use-tab-range.ts';
import { useOffer } from '../../../components/screen.ts';
import { useNarrow } from '../../../components/use-narrow.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import type { RowSource } from '../sources.ts';
import { useChoice } from '../use-choice.ts';
import { CaptureList } from './CaptureList.tsx';
import { CaptureView } from './CaptureView.tsx';
import { useCapture, useCaptures } from './use-captures.ts';
import './waveform.css';

/** Captures of an accelerometer or a blasting sensor: their list, and one of them as traces, spectrum and numbers. */
export function WaveformTab(props: {
  readonly detail: StationDetail;
  readonly source: RowSource;
  readonly range: TabRange;
}) {
  const { detail, source, range } = props;
  const { sourceId } = source;
  const zone = detail.summary.timeZone;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const narrow = useNarrow();
  const [kept, choose] = useChoice('t');
  const [over, layOver] = useChoice('over');
  const list = useCaptures(sourceId, range);
  const captures = list.data?.captures ?? [];
  const chosen = kept ?? captures[0]?.t ?? null;
  const shown = useCapture(sourceId, chosen);
  const other = useCapture(sourceId, over);
  const listed = () => captures.map(({ t }) => ({ value: t, label: format.time(t, zone, 'full') }));
  useOffer(stations.capture, ({ t }) => choose(t), { available: captures.length > 0, choices: listed });
  useOffer(stations.refresh, async () => void (await list.refetch()), { of: 'captures' });
  const channel = source.columns.find(({ id }) => id === 'x');
  const unit = channel?.unit ?? 'mg';
  const digits = (channel?.digits ?? 1) + (unit === 'mg' ? 0 : 1);

  if (list.error !== null && list.data === undefined)
    return (
      <FailedState
        title={text('waveform.failed')}
        reason={reasonOf(list.error, text)}
        onRetry={() => commands.run(stations.refresh, { of: 'captures' }, 'button')}
      />
    );
  if (list.isPending || (chosen !== null && shown.isPending)) return <LoadingRows rows={12} />;
  if (chosen === null)
    return (
      <EmptyState icon="activity" title={text('waveform.empty.title')}>
        {text('waveform.empty.text')}
      </EmptyState>
    );
  const facts = captures.find(({ t }) => t === chosen);
  const tilt = detail.sensors.find(({ id }) => id === sourceId)?.latest.find(({ row }) => row === 'tilt');
  const threshold = tilt?.values['triggerThreshold'];
  const isSet = Number(tilt?.values['triggerSwitch'] ?? 0) > 0;
  return (
    <div className="waveform fill grid">
      {narrow ? (
        <div className="readings__bar row rigid inset paper underlined">
          <Select
            label={text('waveform.capture')}
            value={String(chosen)}
            options={listed().map(({ value, label }) => ({ value: String(value), label }))}
            onChange={(value) => commands.run(stations.capture, { t: Number(value) }, 'button')}
          />
        </div>
      ) : (
        <CaptureList
          captures={captures}
          total={list.data?.total ?? captures.length}
          chosen={chosen}
          over={over}
          unit={unit}
          digits={digits}
          zone={zone}
        />
      )}
      {shown.data == null ? (
        <EmptyState icon="activity" title={text('waveform.missing')} />
      ) : (
        <CaptureView
          key={shown.data.t}
          capture={shown.data}
          over={over === null || over === chosen ? null : (other.data ?? null)}
          facts={facts}
          captures={captures}
          onOver={(t) => layOver(t === over ? null : t)}
          unit={unit}
          digits={digits}
          zone={zone}
          threshold={unit === 'mg' && isSet && typeof threshold === 'number' ? threshold : null}
          name={`${detail.summary.code} ${detail.summary.name}`}
        />
      )}
    </div>
  );
}
