import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { stations } from '../../../../commands/stations/index.ts';
import { waveform } from '../../../contract/stations.ts';
import { useCommands } from '../../components/commands.tsx';
import { EmptyState, LoadingRows } from '../../components/conditions.tsx';
import { Select } from '../../components/fields.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { themeColor } from '../../components/map/theme-colors.ts';
import { useOffer } from '../../components/screen.ts';
import { request } from '../../state/connection/client.ts';
import { preferences } from '../../state/preferences.ts';

const axes = ['x', 'y', 'z'] as const;

/** One capture of an accelerometer: three axes over its seconds, chosen by its time. */
export function WaveformView(props: {
  readonly stationId: number;
  readonly sourceId: number;
  readonly zone: string;
}) {
  const { stationId, sourceId, zone } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { theme } = useSnapshot(preferences);
  const [t, setT] = useState<number | null>(null);
  const { data, isPending } = useQuery({
    queryKey: ['station', stationId, 'waveform', sourceId, t],
    queryFn: ({ signal }) =>
      request(waveform, { params: { sourceId }, query: t === null ? {} : { t }, signal }),
  });
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (element === null || context === null || context === undefined || data === null || data === undefined)
      return;
    const { clientWidth: width, clientHeight: height } = element;
    element.width = width * devicePixelRatio;
    element.height = height * devicePixelRatio;
    element.dataset['theme'] = theme;
    context.scale(devicePixelRatio, devicePixelRatio);
    const peak = Math.max(1, ...axes.flatMap((axis) => data[axis].map(Math.abs)));
    axes.forEach((axis, index) => {
      const middle = (height / 3) * (index + 0.5);
      context.strokeStyle = themeColor('--chart-grid');
      context.strokeRect(0, (height / 3) * index, width, height / 3);
      context.strokeStyle = themeColor(`--c${index + 1}`);
      context.beginPath();
      data[axis].forEach((value, sample, all) => {
        const x = (sample / Math.max(1, all.length - 1)) * width;
        const y = middle - (value / peak) * (height / 6) * 0.9;
        if (sample === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      });
      context.stroke();
      context.fillStyle = themeColor('--text-muted');
      context.font = '11px "Inter Variable"';
      context.fillText(`${axis.toUpperCase()}  ±${peak.toFixed(1)}`, 8, (height / 3) * index + 16);
    });
  }, [data, theme]);
  useOffer(stations.capture, ({ t: chosen }) => setT(chosen), {
    available: (data?.captures.length ?? 0) > 0,
    choices: () =>
      (data?.captures ?? []).map((capture) => ({
        value: capture,
        label: format.time(capture, zone, 'full'),
      })),
  });
  if (isPending) return <LoadingRows />;
  if (data === null || data === undefined) {
    return (
      <EmptyState icon="activity" title={text('waveform.empty.title')}>
        {text('waveform.empty.text')}
      </EmptyState>
    );
  }
  return (
    <div className="wave column gap-8 grow padded">
      <div className="row gap-12">
        <Select
          label={text('waveform.capture')}
          value={String(data.t)}
          options={data.captures.map((capture) => ({
            value: String(capture),
            label: format.time(capture, zone, 'full'),
          }))}
          onChange={(value) => commands.run(stations.capture, { t: Number(value) }, 'button')}
        />
        <span className="num dim">
          {data.samplingRate} Hz · {data.x.length} ·{' '}
          {format.number(data.x.length / Math.max(1, data.samplingRate), 1)} s
        </span>
      </div>
      <canvas ref={canvas} className="wave__canvas grow" role="img" aria-label={text('waveform.capture')} />
    </div>
  );
}
