/** What the room and its thread tell each other. All of it can be copied between threads. */
import type { Language } from '../../base/messages.ts';
import type { ReportFormat } from '../../base/report-words.ts';
import type { ReportSignature, ReportTemplate } from '../../contract/reports.ts';
import type { ReportPlan } from './plan.ts';

export interface ReportJob {
  readonly job: number;
  /** A plan whose readings are to be read, or a model (JSON, gzip) that was made before. */
  readonly of: ReportPlan | Uint8Array;
  readonly template: ReportTemplate;
  readonly templateRevision: number;
  readonly signatures: readonly ReportSignature[];
  readonly languages: readonly Language[];
  readonly formats: readonly ReportFormat[];
  /** PNG. */
  readonly logo: Uint8Array | null;
}
export interface MadeFile {
  readonly language: Language;
  readonly format: ReportFormat | 'pages';
  readonly checksum: string;
  readonly bytes: Uint8Array;
}
/** A report that was made. */
export interface MadeReport {
  /** JSON, gzip. */
  readonly model: Uint8Array;
  /** Of what it was made of, hex. */
  readonly checksum: string;
  readonly files: readonly MadeFile[];
  readonly lacking: readonly string[];
  readonly level: number;
  readonly stations: number;
  /** Of the first language. */
  readonly pages: number;
}
export type ToReports = ReportJob | { readonly cancel: number } | { readonly close: true };
export type FromReports = { readonly job: number } & (
  | { readonly progress: number }
  | { readonly made: MadeReport }
  | { readonly failed: string }
  | { readonly cancelled: true }
);
