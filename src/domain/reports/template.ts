/** Templates: those that come with the product, and what is wrong with one. Pure. */
import type { QuantityLens } from '../../base/quantity-lenses.ts';
import { type BuiltInTemplate, type ReportSectionType, reportBounds } from '../../base/report-words.ts';

interface Section {
  readonly type: ReportSectionType;
  readonly client?: string;
  readonly author?: string;
  readonly mark?: string;
  readonly least?: number;
  readonly lens?: QuantityLens;
  readonly heading?: string;
  readonly text?: string;
  readonly lines?: string[];
}
interface Template {
  readonly name: string;
  readonly period: BuiltInTemplate;
  readonly sections: Section[];
  readonly logo: 'platform' | 'own' | 'none';
}

const sectionsOf: Readonly<Record<BuiltInTemplate, readonly Section[]>> = {
  weekly: [
    { type: 'cover' },
    { type: 'conclusion' },
    { type: 'stations' },
    { type: 'curves', least: 0 },
    { type: 'alarms', least: 1 },
    { type: 'rain' },
    { type: 'arrivals' },
    { type: 'remarks' },
    { type: 'signatures' },
  ],
  monthly: [
    { type: 'cover' },
    { type: 'conclusion' },
    { type: 'stations' },
    { type: 'curves', least: 0 },
    { type: 'rain' },
    { type: 'alarms', least: 1 },
    { type: 'arrivals' },
    { type: 'devices' },
    { type: 'remarks' },
    { type: 'signatures' },
  ],
  event: [
    { type: 'cover' },
    { type: 'conclusion' },
    { type: 'alarms', least: 1 },
    { type: 'rain' },
    { type: 'curves', least: 1 },
    { type: 'stations' },
    { type: 'remarks' },
    { type: 'signatures' },
  ],
};

/** A template that comes with the product; its name '' is said in words. */
export const builtInTemplate = (id: BuiltInTemplate): Template => ({
  name: '',
  period: id,
  sections: sectionsOf[id].map((section) => ({ ...section })),
  logo: 'platform',
});

/** Why a template is not taken: which field, and what its bound is. */
export type TemplateProblem =
  | { readonly why: 'noName' | 'noSections' | 'noText'; readonly field: string; readonly section?: number }
  | {
      readonly why: 'longName' | 'tooManySections';
      readonly field: string;
      readonly limit: number;
      readonly count: number;
    }
  | { readonly why: 'twice'; readonly field: string; readonly section: number };

/** The lens of a section *lens*. */
export const lensOf = ({ lens }: { readonly lens?: QuantityLens }): QuantityLens => lens ?? 'failure';

/** The lenses that a template asks, each once. */
export const lensesAsked = ({
  sections,
}: {
  readonly sections: readonly Pick<Section, 'type' | 'lens'>[];
}): readonly QuantityLens[] => [
  ...new Set(sections.flatMap((section) => (section.type === 'lens' ? [lensOf(section)] : []))),
];

/** What is wrong with a template; null = nothing. A section stands in it once, but for texts; each lens once. */
export function whyNotTemplate({ name, sections }: Template): TemplateProblem | null {
  const length = [...name.trim().normalize('NFC')].length;
  if (length === 0) return { why: 'noName', field: 'name' };
  if (length > reportBounds.name)
    return { why: 'longName', field: 'name', limit: reportBounds.name, count: length };
  if (sections.length === 0) return { why: 'noSections', field: 'sections' };
  if (sections.length > reportBounds.sections)
    return {
      why: 'tooManySections',
      field: 'sections',
      limit: reportBounds.sections,
      count: sections.length,
    };
  const seen = new Set<string>();
  for (const [at, section] of sections.entries()) {
    if (section.type === 'text') {
      if (`${section.heading ?? ''}${section.text ?? ''}`.trim() === '')
        return { why: 'noText', field: 'sections', section: at + 1 };
      continue;
    }
    const name: string = section.type === 'lens' ? `lens ${lensOf(section)}` : section.type;
    if (seen.has(name)) return { why: 'twice', field: 'sections', section: at + 1 };
    seen.add(name);
  }
  return null;
}
