import { type QuantityLens, quantityLenses } from '../../../base/quantity-lenses.ts';
import { reportBounds } from '../../../base/report-words.ts';
import { Button } from '../../components/Button.tsx';
import { Labelled } from '../../components/form/Labelled.tsx';
import { useText } from '../../components/i18n.ts';
import { useLevelWord } from '../../state/alarms/level-words.ts';
import type { ReportSection } from '../../state/reports.ts';

const levels = [1, 2, 3, 4] as const;

/** The settings that a section has, each with its field. */
function SectionFields(props: {
  readonly section: ReportSection;
  readonly onChange: (section: ReportSection) => void;
}) {
  const { section, onChange } = props;
  const text = useText();
  const word = useLevelWord(text);
  const line = (field: 'client' | 'author' | 'mark' | 'heading') => (
    <Labelled label={text(`reports.template.${field}`)}>
      {(id) => (
        <input
          id={id}
          value={section[field] ?? ''}
          maxLength={reportBounds.line}
          onChange={({ target }) => onChange({ ...section, [field]: target.value })}
        />
      )}
    </Labelled>
  );
  if (section.type === 'cover')
    return (
      <div className="form__pair gap-8 grid">
        {line('client')}
        {line('author')}
        {line('mark')}
      </div>
    );
  if (section.type === 'curves' || section.type === 'alarms')
    return (
      <Labelled label={text('reports.template.least')}>
        {(id) => (
          <select
            id={id}
            value={section.least ?? (section.type === 'alarms' ? 1 : 0)}
            onChange={({ target }) => onChange({ ...section, least: Number(target.value) })}
          >
            <option value={0}>{text('home.allLevels')}</option>
            {levels.map((rank) => (
              <option key={rank} value={rank}>
                {text('home.levelFrom', { level: word(rank) })}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    );
  if (section.type === 'lens')
    return (
      <Labelled label={text('reports.lens')}>
        {(id) => (
          <select
            id={id}
            value={section.lens ?? 'failure'}
            onChange={({ target }) => onChange({ ...section, lens: target.value as QuantityLens })}
          >
            {quantityLenses.map((lens) => (
              <option key={lens} value={lens}>
                {text(`analysis.${lens}.title`)}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    );
  if (section.type === 'text')
    return (
      <>
        {line('heading')}
        <Labelled label={text('reports.section.text')}>
          {(id) => (
            <textarea
              id={id}
              rows={4}
              value={section.text ?? ''}
              maxLength={reportBounds.text}
              onChange={({ target }) => onChange({ ...section, text: target.value })}
            />
          )}
        </Labelled>
      </>
    );
  if (section.type === 'signatures')
    return (
      <Labelled label={text('reports.template.lines')}>
        {(id) => (
          <textarea
            id={id}
            rows={3}
            value={(section.lines ?? []).join('\n')}
            onChange={({ target }) =>
              onChange({
                ...section,
                lines: target.value
                  .split('\n')
                  .slice(0, reportBounds.signatures)
                  .map((own) => own.slice(0, reportBounds.line)),
              })
            }
          />
        )}
      </Labelled>
    );
  return null;
}

/** A section of a template: its place, and what can be set of it. */
export function SectionEditor(props: {
  readonly section: ReportSection;
  readonly at: number;
  readonly count: number;
  readonly onChange: (section: ReportSection) => void;
  /** Up is −1, down is 1. */
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}) {
  const { section, at, count, onChange, onMove, onRemove } = props;
  const text = useText();
  const kind = text(`reports.section.${section.type}`);
  const name = section.type === 'text' && section.heading ? section.heading : kind;
  return (
    <li className="tsection column gap-6">
      <div className="row gap-4">
        <span className="num dim tsection__number">{at + 1}</span>
        <b className="ellipsis grow">{name}</b>
        <Button
          iconOnly
          icon="chevron-up"
          look="ghost"
          label={text('reports.template.up', { name })}
          disabled={at === 0}
          onPress={() => onMove(-1)}
        />
        <Button
          iconOnly
          icon="chevron-down"
          look="ghost"
          label={text('reports.template.down', { name })}
          disabled={at === count - 1}
          onPress={() => onMove(1)}
        />
        <Button
          iconOnly
          icon="x"
          look="ghost"
          label={text('reports.template.remove', { name })}
          onPress={onRemove}
        />
      </div>
      <SectionFields section={section} onChange={onChange} />
    </li>
  );
}
