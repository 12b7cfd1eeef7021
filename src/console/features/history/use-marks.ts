import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ChartMark } from '../../components/chart/marks.ts';
import { useCommands } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useRemarks } from '../../state/remarks.ts';

export interface Marks {
  readonly all: readonly ChartMark[];
  readonly chosen: string | null;
  readonly choose: (key: string) => void;
}

/** What happened at a station, for its curve: its remarks. The chosen one is in the address. */
export function useMarks(stationId: number, zone: string): Marks {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const { data } = useRemarks(stationId);
  const remarks = data?.remarks;
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const chosen = query.get('remark');
  const all = useMemo(
    () =>
      (remarks ?? []).map(
        ({ id, at, text: said }): ChartMark => ({
          key: String(id),
          t: at,
          icon: 'message',
          kind: text('argument.remark'),
          text: said,
        }),
      ),
    [remarks, text],
  );
  useOffer<{ remark: number }>(
    'remarks.choose',
    ({ remark }) => {
      const next = new URLSearchParams(query);
      if (chosen === String(remark)) next.delete('remark');
      else next.set('remark', String(remark));
      navigate(next.size === 0 ? path : `${path}?${next}`, { replace: true });
    },
    {
      available: all.length > 0 ? true : 'remarks.empty.title',
      choices: () =>
        all.map(({ key, t, text: said }) => ({
          value: Number(key),
          label: `${format.time(t, zone, 'dayTime')} ${said.slice(0, 60)}`,
        })),
    },
  );
  return {
    all,
    chosen,
    choose: (key) => commands.run('remarks.choose', { remark: Number(key) }, 'button'),
  };
}
