/** Reports as the server keeps them. */
import { useQuery } from '@tanstack/react-query';
import type { Language } from '../../base/messages.ts';
import type { ReportFormat } from '../../base/report-words.ts';
import type { DataOf } from '../../contract/call.ts';
import * as contract from '../../contract/reports.ts';
import { request } from './connection/client.ts';
import { requestFile } from './connection/download.ts';

export type {
  KeptTemplate,
  PageMark,
  ReportHead,
  ReportPage,
  ReportRequest,
  ReportSection,
  ReportTemplate,
} from '../../contract/reports.ts';

/** Under what reports are cached. */
export const reportsKey = 'reports';
/** While one is made, and while none is, ms. */
const soon = 700;
const seldom = 30_000;

/** A report, and what can be done with it. */
export type ReportFacts = DataOf<typeof contract.report>;

const isUnderWay = (state: string) => state === 'waiting' || state === 'making';

export function useReportTemplates() {
  return useQuery({
    queryKey: [reportsKey, 'templates'],
    queryFn: ({ signal }) => request(contract.reportTemplates, { signal }),
  });
}

/** Reports, the newest first; of one project, or of all. */
export function useReports(projectId: number | null) {
  return useQuery({
    queryKey: [reportsKey, 'list', projectId],
    queryFn: ({ signal }) =>
      request(contract.reports, {
        query: { limit: 100, ...(projectId === null ? {} : { projectId }) },
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.reports.some((one) => isUnderWay(one.state)) === true ? soon : seldom,
  });
}

export function useReport(reportId: number | null) {
  return useQuery({
    enabled: reportId !== null,
    queryKey: [reportsKey, 'one', reportId],
    queryFn: ({ signal }) => request(contract.report, { params: { reportId: reportId ?? 0 }, signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnderWay(state.data.report.state) ? soon : false,
  });
}

/**
 * Pages as they are printed, from `first` on.
 * @param edition what the pages are of: they change with each signature
 */
export function useReportPages(
  reportId: number,
  language: Language,
  asked: {
    readonly first: number;
    readonly count: number;
    readonly edition: string;
    readonly enabled: boolean;
  },
) {
  const { first, count, edition, enabled } = asked;
  return useQuery({
    enabled,
    queryKey: [reportsKey, 'pages', reportId, language, first, edition],
    queryFn: ({ signal }) =>
      request(contract.reportPages, {
        params: { reportId },
        query: { language, first, count },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const makeReport = (body: contract.ReportRequest) => request(contract.makeReport, { body });
export const cancelReport = (reportId: number) => request(contract.cancelReport, { params: { reportId } });
export const deleteReport = (reportId: number) => request(contract.deleteReport, { params: { reportId } });
export const verifyReport = (reportId: number) => request(contract.verifyReport, { params: { reportId } });
export const signReport = (reportId: number, role: string) =>
  request(contract.signReport, { params: { reportId }, body: { role } });
export const sendReport = (reportId: number, attached: boolean) =>
  request(contract.sendReport, { params: { reportId }, body: { attached } });
export const fetchReport = (reportId: number, language: Language, format: ReportFormat) =>
  requestFile(contract.reportFile, { params: { reportId }, query: { language, format } });

export const createTemplate = (companyId: number | null, template: contract.ReportTemplate) =>
  request(contract.createReportTemplate, { body: { companyId, template } });
export const updateTemplate = (templateId: number, revision: number, template: contract.ReportTemplate) =>
  request(contract.updateReportTemplate, { params: { templateId }, body: { revision, template } });
export const deleteTemplate = (templateId: number) =>
  request(contract.deleteReportTemplate, { params: { templateId } });
export const setTemplateLogo = (templateId: number, file: File) =>
  request(contract.setReportLogo, { params: { templateId }, file });
