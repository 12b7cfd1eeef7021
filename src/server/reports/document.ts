/** A report in words, before it is on paper: what pages, Word and Excel are all made of. */
import type { ReportCurve } from '../../domain/reports/model.ts';

/** A cell: as it is read, and as a spreadsheet has it. */
export interface PaperCell {
  readonly text: string;
  /** Level whose glyph stands before it; 0 or left out = none. */
  readonly rank?: number;
  readonly isStrong?: boolean;
  /** The number or moment (UTC ms) itself. */
  readonly value?: number | null;
}
export interface PaperColumn {
  readonly title: string;
  readonly unit?: string;
  /** Part of the table's width. */
  readonly part: number;
  readonly kind: 'text' | 'number' | 'time';
  readonly digits?: number;
}
export interface TableBlock {
  readonly type: 'table';
  /** Of its sheet. */
  readonly title: string;
  readonly columns: readonly PaperColumn[];
  readonly rows: readonly (readonly PaperCell[])[];
  readonly note: string;
}
export interface CurveBlock {
  readonly type: 'curve';
  readonly title: string;
  readonly aside: string;
  readonly curve: ReportCurve;
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
  readonly digits: number;
  readonly limits: readonly { readonly rank: number; readonly limit: number; readonly label: string }[];
  /** Moments that are marked; left out = none. */
  readonly marks?: readonly { readonly rank: number; readonly at: number; readonly label: string }[];
}
export interface BarsBlock {
  readonly type: 'bars';
  readonly title: string;
  readonly aside: string;
  /** Null = nothing arrived. */
  readonly bars: readonly { readonly label: string; readonly value: number | null }[];
  readonly digits: number;
}
export type PaperBlock =
  | { readonly type: 'heading'; readonly text: string }
  | {
      readonly type: 'paragraph';
      readonly text: string;
      readonly lead?: string;
      readonly isFaint?: boolean;
      readonly rank?: number;
    }
  | {
      readonly type: 'cover';
      readonly kind: string;
      readonly title: string;
      readonly span: string;
      readonly mark: string;
      readonly verdict: { readonly rank: number; readonly title: string; readonly text: string };
      readonly figures: readonly { readonly label: string; readonly value: string }[];
      readonly lines: readonly string[];
    }
  | TableBlock
  | CurveBlock
  | BarsBlock
  | {
      readonly type: 'signatures';
      readonly lines: readonly { readonly role: string; readonly signed: string; readonly detail: string }[];
      readonly checksum: string;
    };

export interface ReportDocument {
  readonly title: string;
  /** At the foot of each page. */
  readonly foot: string;
  /** Moment at which it was made, UTC ms: every date in a file is this one. */
  readonly madeAt: number;
  readonly author: string;
  readonly blocks: readonly PaperBlock[];
}
