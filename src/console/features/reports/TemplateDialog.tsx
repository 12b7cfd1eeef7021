import { useRef, useState } from 'react';
import { type QuantityLens, quantityLenses } from '../../../base/quantity-lenses.ts';
import {
  type BuiltInTemplate,
  builtInTemplates,
  type ReportSectionType,
  reportSections,
} from '../../../base/report-words.ts';
import { Button } from '../../components/Button.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem, FormSelect, FormText } from '../../components/form/fields.tsx';
import { Labelled } from '../../components/form/Labelled.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import type { ReportSection, ReportTemplate } from '../../state/reports.ts';
import { SectionEditor } from './SectionEditor.tsx';

/** A section with a name of its own while it is edited: texts may be there several times. */
interface Part {
  readonly key: number;
  readonly section: ReportSection;
}

/** Blank lines to sign on are none. */
const tidied = ({ section }: Part): ReportSection =>
  section.lines === undefined
    ? section
    : { ...section, lines: section.lines.map((line) => line.trim()).filter((line) => line !== '') };

const hasLens = (parts: readonly Part[], lens: QuantityLens) =>
  parts.some(({ section }) => section.type === 'lens' && (section.lens ?? 'failure') === lens);

/** The sections of a template, in their order; `add` puts one at the end. */
function useParts(sections: readonly ReportSection[]) {
  const [parts, setParts] = useState<readonly Part[]>(() =>
    sections.map((section, key) => ({ key, section })),
  );
  const [next, setNext] = useState(sections.length);
  return {
    parts,
    change: (key: number, section: ReportSection) =>
      setParts((before) => before.map((part) => (part.key === key ? { key, section } : part))),
    remove: (key: number) => setParts((before) => before.filter((part) => part.key !== key)),
    move: (at: number, by: -1 | 1) =>
      setParts((before) => {
        const moved = before[at];
        const other = before[at + by];
        if (moved === undefined || other === undefined) return before;
        return before.with(at, other).with(at + by, moved);
      }),
    add: (type: ReportSectionType) => {
      // Of a lens the first that is not there yet.
      const lens = quantityLenses.find((one) => !hasLens(parts, one));
      const section = type === 'lens' && lens !== undefined ? { type, lens } : { type };
      setParts((before) => [...before, { key: next, section }]);
      setNext(next + 1);
    },
  };
}

/** Name, period, logo and sections of a template of one's own. */
export function TemplateDialog(props: {
  readonly title: string;
  readonly template: ReportTemplate;
  /** False where it has no logo of its own yet. */
  readonly hasLogo: boolean;
  readonly onSave: (template: ReportTemplate) => Promise<FormRefusal | null>;
  readonly onClose: () => void;
}) {
  const { title, template, hasLogo, onSave, onClose } = props;
  const text = useText();
  const { parts, change, remove, move, add } = useParts(template.sections);
  const logos = hasLogo ? (['platform', 'own', 'none'] as const) : (['platform', 'none'] as const);
  const form = useForm(
    {
      name: template.name,
      period: template.period as string,
      logo: (hasLogo || template.logo !== 'own' ? template.logo : 'platform') as string,
    },
    async ({ name, period, logo }) => {
      const refused = await onSave({
        name,
        period: period as BuiltInTemplate,
        logo: logo as ReportTemplate['logo'],
        sections: parts.map(tidied),
      });
      if (refused === null) onClose();
      return refused;
    },
  );
  // A section stands in a template once, but for texts; each lens once.
  const free = reportSections.filter((type) =>
    type === 'lens'
      ? quantityLenses.some((lens) => !hasLens(parts, lens))
      : type === 'text' || !parts.some(({ section }) => section.type === type),
  );
  const list = useRef<HTMLOListElement>(null);
  const [wanted, setWanted] = useState<ReportSectionType>('text');
  const adding = free.find((type) => type === wanted) ?? 'text';
  return (
    <FormDialog
      form={form}
      title={title}
      label={text('reports.template.save')}
      className="tdialog"
      onClose={onClose}
    >
      <div className="form">
        <FormText form={form} name="name" label={text('reports.template.name')} />
        <div className="form__pair gap-8 grid">
          <FormSelect
            form={form}
            name="period"
            label={text('reports.period')}
            options={builtInTemplates.map((value) => ({ value, label: text(`reports.template.${value}`) }))}
          />
          <FormSelect
            form={form}
            name="logo"
            label={text('reports.template.logo')}
            options={logos.map((value) => ({ value, label: text(`reports.template.logo.${value}`) }))}
          />
        </div>
        <span className="field__label">
          {text('reports.sections')} <span className="num">{parts.length}</span>
        </span>
        <ol className="tsections" ref={list}>
          {parts.map(({ key, section }, at) => (
            <SectionEditor
              key={key}
              section={section}
              at={at}
              count={parts.length}
              onChange={(own) => change(key, own)}
              onMove={(by) => move(at, by)}
              onRemove={() => remove(key)}
            />
          ))}
        </ol>
        <div className="row gap-8 tdialog__add">
          <Labelled label={text('reports.template.which')}>
            {(id) => (
              <select
                id={id}
                value={adding}
                onChange={({ target }) => setWanted(target.value as ReportSectionType)}
              >
                {free.map((type) => (
                  <option key={type} value={type}>
                    {text(`reports.section.${type}`)}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
          <Button
            icon="plus"
            label={text('reports.template.add')}
            onPress={() => {
              add(adding);
              requestAnimationFrame(() =>
                list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' }),
              );
            }}
          />
        </div>
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
