import { readingRows, waveform, waveformCaptures } from '../../../contract/sites/stations.ts';
import { relativeValues } from '../../../domain/baseline.ts';
import { readCapture, readCaptures } from '../../sites/captures.ts';
import { plainNotGood, plainValues } from '../../sites/facts.ts';
import { visibleSource } from '../../sites/visible.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';
import { baselinesOf, rowOf, spanOf } from './reading-query.ts';

const defaultCaptures = 100;

/** Pages of readings as rows, and captures of waveforms. */
export function readingHandlers({ storage, now }: Services): readonly Binding[] {
  const { readings } = storage;
  return [
    bind(readingRows, async ({ viewer, params, query }) => {
      const row = rowOf(query.row);
      await visibleSource(storage.db, viewer, row, params.sourceId);
      const page = await readings.rows({
        sourceId: params.sourceId,
        row,
        element: query.element ?? 0,
        ...spanOf(query, now()),
        limit: query.limit ?? 100,
        ...(query.before === undefined ? {} : { before: query.before }),
        doubted: query.doubted === 1,
      });
      const baselines = await baselinesOf(storage, row, params.sourceId, query.relative);
      return {
        total: page.total,
        rows: page.rows.map(({ t, receivedAt, element, values, notGood }) => {
          const plain = plainValues(values);
          return {
            t,
            receivedAt,
            element,
            values: baselines === null ? plain : relativeValues(baselines, row, element, () => t, plain),
            ...(notGood === undefined ? {} : { notGood: plainNotGood(notGood) }),
          };
        }),
      };
    }),
    bind(waveform, async ({ viewer, params, query }) => {
      await visibleSource(storage.db, viewer, 'waveform', params.sourceId);
      return readCapture(readings, params.sourceId, query.t, now());
    }),
    bind(waveformCaptures, async ({ viewer, params, query }) => {
      const { kind } = await visibleSource(storage.db, viewer, 'waveform', params.sourceId);
      const span = spanOf(query, now());
      const limit = query.limit ?? defaultCaptures;
      return readCaptures(readings, { sourceId: params.sourceId, kind, ...span, limit });
    }),
  ];
}
