import type { ReactNode } from 'react';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import type { TimeSeries } from '../../../domain/lenses/series.ts';
import type { PlotSpec } from '../../components/plot/plot-spec.ts';
import type { CurveRange } from '../../components/range/range.ts';
import type { SheetValue } from '../../components/sheets/write-sheet.ts';
import type { LensQuantity } from './movements.ts';

/** What every lens of the page looks at. */
export interface LensLook {
  readonly detail: StationDetail;
  readonly zone: string;
  readonly theme: string;
  readonly range: CurveRange;
  readonly movement: LensQuantity;
  /** Its readings over the range; null = they are not here yet. */
  readonly series: TimeSeries | null;
  /** Names them: the same name stands for the same readings. */
  readonly of: string;
}

/** A lens's result as a table. */
export interface LensFile {
  readonly heads: readonly string[];
  readonly units: readonly string[];
  readonly rows: readonly (readonly SheetValue[])[];
}

/** A lens as the page shows it. */
export interface LensShown {
  /** In one line; null while it is being made. */
  readonly answer: string | null;
  /** Of the level that it stands for; absent = none. */
  readonly level?: number;
  /** How much of it is made, 0 to 1; null when nothing is under way. */
  readonly part: number | null;
  readonly failed: Error | null;
  cancel(): void;
  refit(): void;
  /** Choices beside the quantity. */
  readonly controls?: ReactNode;
  /** Pictures, and what stands beside them; null without an answer. */
  readonly main: ReactNode;
  readonly rail: ReactNode;
  /** The one picture that shows it where there is room for one; absent = none. */
  readonly picture?: PlotSpec | null;
  /** Why there is no answer, in a sentence. */
  readonly why?: string;
  /** null = nothing to save. */
  readonly file: LensFile | null;
}
