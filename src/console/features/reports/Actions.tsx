import { useState } from 'react';
import { useLocation } from 'wouter';
import { reports as reportCommands } from '../../../../commands/reports.ts';
import type { Language } from '../../../base/messages.ts';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { useText } from '../../components/i18n.ts';
import { saveFile } from '../../components/save-file.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { notify } from '../../state/notices.ts';
import * as state from '../../state/reports.ts';
import { SendDialog, SignDialog } from './dialogs.tsx';

/** What can be done with the report that is open: its commands, and the dialogs that some of them ask. */
export function Actions(props: {
  readonly report: state.ReportHead;
  readonly facts: Pick<state.ReportFacts, 'lines' | 'needsSignature' | 'addresses'>;
  readonly canSign: boolean;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
}) {
  const { report, facts, canSign, language, onLanguage } = props;
  const text = useText();
  const [, navigate] = useLocation();
  const [dialog, setDialog] = useState<'delete' | 'sign' | 'send' | null>(null);
  const change = useChange(state.reportsKey, text);
  const isReady = report.state === 'ready';
  const isUnderWay = report.state === 'waiting' || report.state === 'making';
  const ready = isReady ? true : 'reports.notReady';

  useOffer(
    reportCommands.download,
    async ({ format }) => {
      const own = report.formats.includes(format) ? format : (report.formats[0] ?? 'pdf');
      const { name, content } = await state.fetchReport(report.id, language, own);
      saveFile(name ?? `report-${report.id}.${own}`, content);
    },
    { available: ready },
  );
  useOffer(reportCommands.language, ({ language: next }) => onLanguage(next), { available: isReady });
  useOffer(
    reportCommands.verify,
    async () => {
      const { same, version, now } = await state.verifyReport(report.id);
      notify(
        same ? 'success' : 'warning',
        text(same ? 'reports.same' : 'reports.different', { version, now }),
      );
    },
    { available: ready },
  );
  useOffer(
    reportCommands.cancel,
    async () => {
      const refused = await change(() => state.cancelReport(report.id));
      if (refused !== null) notify('error', refused.sentence);
    },
    { available: isUnderWay ? true : 'reports.over' },
  );
  useOffer(reportCommands.delete, () => setDialog('delete'), {
    available: isUnderWay
      ? 'reports.underWay'
      : report.sentAt !== null || report.signatures.length > 0
        ? 'reports.signed'
        : true,
  });
  const mayAct = !canSign
    ? ('reports.cannotSign' as const)
    : report.sentAt === null
      ? ready
      : ('reports.sent' as const);
  useOffer(reportCommands.sign, () => setDialog('sign'), { available: mayAct });
  useOffer(reportCommands.send, () => setDialog('send'), {
    available: mayAct === true && facts.needsSignature ? 'reports.notSigned' : mayAct,
  });
  const close = () => setDialog(null);
  if (dialog === 'sign')
    return (
      <SignDialog
        lines={facts.lines}
        checksum={report.checksum}
        onSign={(role) => change(() => state.signReport(report.id, role))}
        onClose={close}
      />
    );
  if (dialog === 'send')
    return (
      <SendDialog
        addresses={facts.addresses}
        onSend={(isAttached) =>
          change(async () => {
            const { sent } = await state.sendReport(report.id, isAttached);
            notify('success', text('reports.sentTo', { count: sent }));
          })
        }
        onClose={close}
      />
    );
  if (dialog !== 'delete') return null;
  return (
    <Confirm
      question={text('reports.delete.ask')}
      confirm={text('command.reports.delete')}
      onAnswer={(yes) => {
        close();
        if (!yes) return;
        void change(() => state.deleteReport(report.id)).then((refused) => {
          if (refused === null) navigate('/reports');
          else notify('error', refused.sentence);
        });
      }}
    />
  );
}
