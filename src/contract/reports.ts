/** Reports: what a station did in a week or a month, as paper (src/server/reports/README.md). */
import Type, { type Static } from 'typebox';
import { languages } from '../base/messages.ts';
import { quantityLenses } from '../base/quantity-lenses.ts';
import {
  builtInTemplates,
  reportBounds,
  reportFormats,
  reportSections,
  reportStates,
} from '../base/report-words.ts';
import { call } from './call.ts';
import { logoBounds } from './company/platform.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Id = Type.Integer({ minimum: 1 });
/** UTC ms. */
const Time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 });
const Line = Type.String({ maxLength: reportBounds.line });
const Language = Type.Enum([...languages]);
const Format = Type.Enum([...reportFormats]);
const view = 'report:document:view';
const sign = 'report:document:sign';
const make = 'report:document:make';

/** A section with its settings. What is not a section's own is left out. */
export const ReportSection = Type.Object(
  {
    type: Type.Enum([...reportSections]),
    /** Cover: whom it is for, who watches, and a mark such as *confidential*; empty = left out. */
    client: Type.Optional(Line),
    author: Type.Optional(Line),
    mark: Type.Optional(Line),
    /** Curves: of sensors that reached this level (1 blue to 4 red) or a worse one; 0 = of all. Alarms likewise. */
    least: Type.Optional(Type.Integer({ minimum: 0, maximum: 4 })),
    /** Lens: which one; left out = the failure forecast. */
    lens: Type.Optional(Type.Enum([...quantityLenses])),
    /** Text: its heading and what it says. */
    heading: Type.Optional(Line),
    text: Type.Optional(Type.String({ maxLength: reportBounds.text })),
    /** Signatures: lines to sign on. */
    lines: Type.Optional(Type.Array(Line, { maxItems: reportBounds.signatures })),
  },
  strict,
);
export type ReportSection = Static<typeof ReportSection>;

export const ReportTemplate = Type.Object(
  {
    /** Blanks at its ends are taken off; the server says so where nothing or too much is left. */
    name: Type.String({ maxLength: 400 }),
    /** Which period it is meant for. */
    period: Type.Enum([...builtInTemplates]),
    sections: Type.Array(ReportSection, { maxItems: 200 }),
    /** Whose logo stands on it. */
    logo: Type.Enum(['platform', 'own', 'none']),
  },
  strict,
);
export type ReportTemplate = Static<typeof ReportTemplate>;

export const KeptTemplate = Type.Object(
  {
    /** Null = one that comes with the product. */
    id: nullable(Type.Integer()),
    builtIn: nullable(Type.Enum([...builtInTemplates])),
    companyId: nullable(Type.Integer()),
    /** Grows with each change; 0 of those that come with the product. */
    revision: Type.Integer(),
    hasLogo: Type.Boolean(),
    template: ReportTemplate,
  },
  strict,
);
export type KeptTemplate = Static<typeof KeptTemplate>;

const Signature = Type.Object(
  {
    accountName: Type.String(),
    /** As they are called; the account where no name is known. */
    name: Type.String(),
    at: Type.Integer(),
    /** As what they signed: one of the template's lines, or ''. */
    role: Type.String(),
    /** SHA-256 of what was signed, hex. */
    checksum: Type.String(),
  },
  strict,
);
export type ReportSignature = Static<typeof Signature>;

const ReportFile = Type.Object(
  {
    language: Language,
    format: Format,
    bytes: Type.Integer(),
    /** SHA-256 of the file, hex. */
    checksum: Type.String(),
  },
  strict,
);

export const ReportHead = Type.Object(
  {
    id: Type.Integer(),
    companyId: Type.Integer(),
    projectId: Type.Integer(),
    projectName: Type.String(),
    /** Of its template. */
    name: Type.String(),
    period: Type.Enum([...builtInTemplates]),
    templateRevision: Type.Integer(),
    from: Type.Integer(),
    to: Type.Integer(),
    /** Zone of the project, in which it is written. */
    timeZone: Type.String(),
    stations: Type.Integer(),
    state: Type.Enum([...reportStates]),
    /** 0 to 1 while it is made. */
    progress: Type.Number(),
    /** Why it failed: a message's id; null = it did not. */
    problem: nullable(Type.String()),
    madeAt: Type.Integer(),
    madeBy: Type.String(),
    languages: Type.Array(Language),
    formats: Type.Array(Format),
    /** Highest level of the period, 0 to 4. */
    level: Type.Integer(),
    pages: Type.Integer(),
    /** SHA-256 of what it was made of (model and template), hex; '' = it is not ready. */
    checksum: Type.String(),
    /** Signs that no font has: they stand in it as 〓. */
    lacking: Type.Array(Type.String()),
    signatures: Type.Array(Signature),
    /** When it was sent, and to how many; null = it was not. A report that was sent never changes. */
    sentAt: nullable(Type.Integer()),
    sentTo: Type.Integer(),
    /** Version of the product that made it. */
    version: Type.String(),
  },
  strict,
);
export type ReportHead = Static<typeof ReportHead>;

/**
 * What is drawn on a page, in points (1/72 inch) from its left upper corner: `t` text on its base line, `p` a path, `i`
 * the logo. Colours are #rrggbb.
 */
export const PageMark = Type.Union([
  Type.Object(
    {
      k: Type.Literal('t'),
      x: Type.Number(),
      y: Type.Number(),
      /** Size and width. */
      s: Type.Number(),
      w: Type.Number(),
      b: Type.Boolean(),
      c: Type.String(),
      v: Type.String(),
    },
    strict,
  ),
  Type.Object(
    {
      k: Type.Literal('p'),
      d: Type.String(),
      stroke: nullable(Type.String()),
      fill: nullable(Type.String()),
      width: Type.Number(),
      opacity: Type.Number(),
      dash: Type.Array(Type.Number()),
    },
    strict,
  ),
  Type.Object(
    { k: Type.Literal('i'), x: Type.Number(), y: Type.Number(), w: Type.Number(), h: Type.Number() },
    strict,
  ),
]);
export type PageMark = Static<typeof PageMark>;
export const ReportPage = Type.Object({ marks: Type.Array(PageMark) }, strict);
export type ReportPage = Static<typeof ReportPage>;

const Nothing = Type.Object({}, strict);
const ReportId = Type.Object({ reportId: Id }, strict);
const TemplateId = Type.Object({ templateId: Id }, strict);

/** Templates that come with the product, and those of one's company. */
export const reportTemplates = call('reports.templates', 'GET /rest/report-templates', {
  access: view,
  data: Type.Object({ templates: Type.Array(KeptTemplate), canMake: Type.Boolean() }, strict),
});
/** `companyId` names one for who sees every company; null = the asker's own. */
export const createReportTemplate = call('reports.createTemplate', 'POST /rest/report-templates', {
  access: make,
  body: Type.Object({ companyId: nullable(Id), template: ReportTemplate }, strict),
  data: Type.Object({ id: Type.Integer() }, strict),
});
/** Refused 409 where somebody changed it meanwhile. */
export const updateReportTemplate = call('reports.updateTemplate', 'PUT /rest/report-templates/:templateId', {
  access: make,
  params: TemplateId,
  body: Type.Object({ revision: Type.Integer({ minimum: 1 }), template: ReportTemplate }, strict),
  data: Type.Object({ revision: Type.Integer() }, strict),
});
export const deleteReportTemplate = call(
  'reports.deleteTemplate',
  'DELETE /rest/report-templates/:templateId',
  { access: make, params: TemplateId, data: Nothing },
);
/** A picture (PNG, JPEG, WebP, SVG) that stands on its reports; drawn anew as a small PNG. */
export const setReportLogo = call('reports.setLogo', 'POST /rest/report-templates/:templateId/logo', {
  access: make,
  takes: 'file',
  mostBytes: logoBounds.bytes,
  params: TemplateId,
  data: Type.Object({ revision: Type.Integer() }, strict),
});

/** What is asked for: a template (one's own, or a built-in one where `templateId` is null), of what, and as what. */
export const ReportRequest = Type.Object(
  {
    templateId: nullable(Id),
    builtIn: Type.Enum([...builtInTemplates]),
    projectId: Id,
    /** Empty = all of the project. */
    stationIds: Type.Array(Id, { maxItems: reportBounds.stations }),
    /** Inclusive and exclusive. */
    from: Time,
    to: Time,
    languages: Type.Array(Language, { minItems: 1, maxItems: languages.length, uniqueItems: true }),
    formats: Type.Array(Format, { minItems: 1, maxItems: reportFormats.length, uniqueItems: true }),
  },
  strict,
);
export type ReportRequest = Static<typeof ReportRequest>;

/** Begins a report: it is made in the background. */
export const makeReport = call('reports.make', 'POST /rest/reports', {
  access: make,
  body: ReportRequest,
  data: Type.Object({ id: Type.Integer() }, strict),
});
/** The newest first. */
export const reports = call('reports.list', 'GET /rest/reports', {
  access: view,
  query: Type.Object(
    {
      projectId: Type.Optional(Id),
      state: Type.Optional(Type.Enum([...reportStates])),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      /** Only those before this one. */
      before: Type.Optional(Type.Integer({ minimum: 1 })),
    },
    strict,
  ),
  data: Type.Object(
    {
      reports: Type.Array(ReportHead),
      total: Type.Integer(),
      canMake: Type.Boolean(),
      canSign: Type.Boolean(),
    },
    strict,
  ),
});
export const report = call('reports.one', 'GET /rest/reports/:reportId', {
  access: view,
  params: ReportId,
  data: Type.Object(
    {
      report: ReportHead,
      files: Type.Array(ReportFile),
      /** Lines of its template to sign on; empty = the usual ones. */
      lines: Type.Array(Type.String()),
      /** Why it cannot be sent: nobody has signed it; null = it can. */
      needsSignature: Type.Boolean(),
      /** Addresses of its project's list. */
      addresses: Type.Integer(),
    },
    strict,
  ),
});
/** Its pages as they are printed. Refused 409 before it is ready. */
export const reportPages = call('reports.pages', 'GET /rest/reports/:reportId/pages', {
  access: view,
  params: ReportId,
  query: Type.Object(
    {
      language: Type.Optional(Language),
      /** The first page, from 1, and how many. */
      first: Type.Optional(Type.Integer({ minimum: 1 })),
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    },
    strict,
  ),
  data: Type.Object(
    { pages: Type.Array(ReportPage), total: Type.Integer(), logo: nullable(Type.String()) },
    strict,
  ),
});
export const reportFile = call('reports.file', 'GET /rest/reports/:reportId/file', {
  access: view,
  answers: 'binary',
  params: ReportId,
  query: Type.Object({ language: Type.Optional(Language), format: Type.Optional(Format) }, strict),
});
/** Ends one that is not ready yet: nothing of it is kept but that it was cancelled. */
export const cancelReport = call('reports.cancel', 'POST /rest/reports/:reportId/cancel', {
  access: make,
  params: ReportId,
  data: Nothing,
});
/** Refused 409 for one that is signed, sent or being made. */
export const deleteReport = call('reports.delete', 'DELETE /rest/reports/:reportId', {
  access: make,
  params: ReportId,
  data: Nothing,
});
/** Makes it again of what it was made of, and compares it byte for byte. */
export const verifyReport = call('reports.verify', 'POST /rest/reports/:reportId/verify', {
  access: view,
  params: ReportId,
  data: Type.Object(
    {
      same: Type.Boolean(),
      files: Type.Array(
        Type.Object(
          { language: Language, format: Format, checksum: Type.String(), again: Type.String() },
          strict,
        ),
      ),
      /** Version that made it, and that made it again. */
      version: Type.String(),
      now: Type.String(),
    },
    strict,
  ),
});
/** Signs what it is made of, under one's own name. Refused 409 where one has signed it, or it was sent. */
export const signReport = call('reports.sign', 'POST /rest/reports/:reportId/sign', {
  access: sign,
  params: ReportId,
  /** As what one signs; '' = nothing of the kind. */
  body: Type.Object({ role: Line }, strict),
  data: Type.Object({ checksum: Type.String() }, strict),
});
/** Sends it to the addresses of its project's list, with its files or a link. From then on it never changes. */
export const sendReport = call('reports.send', 'POST /rest/reports/:reportId/send', {
  access: sign,
  params: ReportId,
  body: Type.Object({ attached: Type.Boolean() }, strict),
  data: Type.Object({ sent: Type.Integer() }, strict),
});
