import Type from 'typebox';
import { languages } from '../src/base/messages.ts';
import { reportFormats } from '../src/base/report-words.ts';
import { area, defineCommand, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';

const page = '/reports';
const places = ['reports'] as const;
const seen = { permission: 'report:document:view', places } as const;
const made = { permission: 'report:document:make', places } as const;

/** Reports: what stations did in a week or a month, as paper. */
export const reports = area('reports', {
  /** Opens a report. */
  open: defineCommand({
    icon: 'file',
    ...seen,
    isUnlisted: true,
    arguments: Type.Object({ reportId: screenArgument('argument.report', Type.Integer({ minimum: 1 })) }),
    about: ({ reportId }) => `report ${reportId}`,
    execute: ({ navigation }, { reportId }) => navigation.open(`/reports/${reportId}`),
  }),
  /** Makes a report of what the form says. */
  make: onScreen({ icon: 'file', ...made, page, listKeys: ['n'] }),
  /** Ends the making of the report that is shown. */
  cancel: onScreen({ icon: 'x', ...made }),
  delete: onScreen({ icon: 'trash', ...made }),
  download: onScreen({
    icon: 'download',
    ...seen,
    arguments: Type.Object({
      format: choiceArgument('argument.format', 'reports.format', [...reportFormats]),
    }),
  }),
  /** Shows the report that is open in another of its languages. */
  language: onScreen({
    icon: 'languages',
    isPassing: true,
    ...seen,
    arguments: Type.Object({
      language: choiceArgument('argument.language', 'language', [...languages]),
    }),
  }),
  /** Makes it again of what it was made of, and compares it byte for byte. */
  verify: onScreen({ icon: 'shield-check', ...seen }),
  /** Signs it under one's own name. */
  sign: onScreen({ icon: 'pencil', permission: 'report:document:sign', places }),
  /** Sends it to the addresses of its project. */
  send: onScreen({ icon: 'send', permission: 'report:document:sign', places }),
  /** Makes a template of one's own from the one that is chosen. */
  copyTemplate: onScreen({ icon: 'plus', ...made }),
  editTemplate: onScreen({ icon: 'pencil', ...made }),
  deleteTemplate: onScreen({ icon: 'trash', ...made }),
  /** Puts a picture onto the reports of the template that is chosen. */
  templateLogo: onScreen({ icon: 'upload', ...made }),
  refresh: onScreen({ icon: 'refresh', ...seen }),
});
