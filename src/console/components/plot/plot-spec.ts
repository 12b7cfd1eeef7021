/** What a plot draws: two axes, layers of data in the order in which they are painted, and vertical marks. */
export interface PlotAxis {
  /** At the left or the bottom; greater than `to` where the axis hangs from the top. */
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
}

/** Colours are CSS variables. */
export type PlotLayer =
  | {
      readonly type: 'line';
      readonly x: ArrayLike<number>;
      /** NaN breaks the line. */
      readonly y: ArrayLike<number>;
      readonly color: string;
      readonly dash?: 0 | 1 | 2;
      /** Distance along x beyond which the line is broken; see `silenceOf`. Without it every value is joined to the next. */
      readonly silence?: number;
      /** Fills down to 0. */
      readonly filled?: boolean;
      /** Drawn paler: what is laid over. */
      readonly pale?: boolean;
    }
  | {
      readonly type: 'bars';
      readonly bars: readonly { readonly from: number; readonly to: number; readonly value: number }[];
      readonly color: string;
    }
  | {
      /** Lying bars, from 0 along the x axis, each between two values of the y axis. */
      readonly type: 'rows';
      readonly rows: readonly { readonly from: number; readonly to: number; readonly value: number }[];
      readonly color: string;
    }
  | {
      readonly type: 'stems';
      readonly x: ArrayLike<number>;
      readonly y: ArrayLike<number>;
      readonly color: string;
    }
  | {
      readonly type: 'points';
      readonly x: ArrayLike<number>;
      readonly y: ArrayLike<number>;
      readonly color: string;
      readonly size?: number;
    }
  | {
      /** What lies between two values of an axis, as a tint. */
      readonly type: 'band';
      readonly axis: 'x' | 'y';
      readonly from: number;
      readonly to: number;
      readonly color: string;
    }
  | {
      /** What lies between two lines, as a tint. NaN ends it. */
      readonly type: 'area';
      readonly x: ArrayLike<number>;
      readonly low: ArrayLike<number>;
      readonly high: ArrayLike<number>;
      readonly color: string;
    }
  | {
      /** Where nothing is known. */
      readonly type: 'hatch';
      readonly spans: readonly { readonly from: number; readonly to: number }[];
    };

export interface PlotMark {
  readonly at: number;
  readonly color: string;
  readonly dash?: 0 | 1 | 2;
  readonly label?: string;
}

export interface PlotSpec {
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  /** A second axis at the right, for layers of `right`. */
  readonly yRight?: PlotAxis;
  readonly layers: readonly PlotLayer[];
  readonly right?: readonly PlotLayer[];
  readonly marks?: readonly PlotMark[];
  /** In the upper left corner: quantity and unit. */
  readonly title?: string;
  /** Labels of the x axis are drawn. */
  readonly showX: boolean;
}
