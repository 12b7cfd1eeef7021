import { createContext, type ReactNode } from 'react';
import type { QuantityLens } from '../../../../base/quantity-lenses.ts';
import type { CurveRange } from '../../../components/range/range.ts';

/** A lens as the analysis of a station draws it in a tile. */
export type DrawLens = (of: {
  readonly lens: QuantityLens;
  readonly stationId: number;
  readonly series: string;
  readonly range: CurveRange;
  readonly onNote: (note: string) => void;
}) => ReactNode;

/** Draws the lenses of tiles; the page gets it from where pages are put together. */
export const LensDrawer = createContext<DrawLens>(() => null);
