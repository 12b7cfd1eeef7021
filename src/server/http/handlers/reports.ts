import { hasPermission } from '../../../base/permissions.ts';
import { logoBounds } from '../../../contract/company/platform.ts';
import * as contract from '../../../contract/reports.ts';
import { readLogo } from '../../platform/logo.ts';
import { sendReport, signReport } from '../../reports/sign.ts';
import { listTemplates, seenTemplate } from '../../reports/store.ts';
import { createTemplate, deleteTemplate, setTemplateLogo, updateTemplate } from '../../reports/templates.ts';
import { type Binding, bind } from '../bind.ts';
import { formFile } from '../form-file.ts';
import type { Services } from '../services.ts';

const types = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Reports and their templates. */
export function reportHandlers({ storage, reports, notifier, now }: Services): readonly Binding[] {
  const book = { storage, now };
  const signing = { storage, reports, now, sent: () => notifier.wake() };
  return [
    bind(contract.reportTemplates, async ({ viewer }) => ({
      templates: await listTemplates(storage.db, viewer),
      canMake: hasPermission(viewer.permissions, 'report:document:make'),
    })),
    bind(contract.createReportTemplate, (by) => createTemplate(book, by, by.body)),
    bind(contract.updateReportTemplate, (by) => updateTemplate(book, by, by.params.templateId, by.body)),
    bind(contract.deleteReportTemplate, (by) => deleteTemplate(book, by, by.params.templateId)),
    bind(contract.setReportLogo, async (by) => {
      const arriving = await formFile(by.request, logoBounds.bytes);
      try {
        await seenTemplate(storage.db, by.viewer, by.params.templateId);
        const { png } = await readLogo(arriving);
        return await setTemplateLogo(book, by, by.params.templateId, png);
      } finally {
        arriving.stream.resume();
      }
    }),
    bind(contract.makeReport, (by) => reports.make(by, by.body)),
    bind(contract.reports, async ({ viewer, query }) => ({
      ...(await reports.list(viewer, query)),
      canMake: hasPermission(viewer.permissions, 'report:document:make'),
      canSign: hasPermission(viewer.permissions, 'report:document:sign'),
    })),
    bind(contract.report, ({ viewer, params }) => reports.one(viewer, params.reportId)),
    bind(contract.reportPages, ({ viewer, params, query }) => reports.pages(viewer, params.reportId, query)),
    bind(contract.reportFile, async ({ viewer, params, query, reply }) => {
      const { bytes, name, format, checksum } = await reports.file(viewer, params.reportId, query);
      await reply
        .header('cache-control', 'no-store')
        .header('etag', `"${checksum}"`)
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
        .type(format === 'pages' ? types.pdf : types[format])
        .send(bytes);
    }),
    bind(contract.cancelReport, (by) => reports.cancel(by, by.params.reportId)),
    bind(contract.deleteReport, (by) => reports.delete(by, by.params.reportId)),
    bind(contract.signReport, (by) => signReport(signing, by, by.params.reportId, by.body.role)),
    bind(contract.sendReport, (by) => sendReport(signing, by, by.params.reportId, by.body.attached)),
    bind(contract.verifyReport, ({ viewer, params }) => reports.verify(viewer, params.reportId)),
  ];
}
