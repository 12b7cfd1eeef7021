import { audit as auditCommands } from '../../../../commands/audit.ts';
import { auditActions, auditResults } from '../../../contract/company/audit.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { MomentField } from '../../components/fields/MomentField.tsx';
import { useTyped } from '../../components/fields/use-typed.ts';
import { SearchField, Select } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import type { AuditSearch, FilterName } from './filters.ts';
import { actionText, areas } from './words.ts';

/** What of the audit is shown: by text, act, result, account, subject and days. */
export function Filters(props: {
  readonly wanted: AuditSearch;
  readonly onType: (name: FilterName, value: string) => void;
}) {
  const { wanted, onType } = props;
  const text = useText();
  const commands = useCommands();
  const [words, setWords] = useTyped(wanted.text, (value) => onType('text', value));
  const [account, setAccount] = useTyped(wanted.account, (value) => onType('account', value));
  const [subject, setSubject] = useTyped(wanted.subject, (value) => onType('subject', value));
  const filter = (field: Exclude<FilterName, 'text'>, value: string) =>
    commands.run(auditCommands.filter, { field, value }, 'button');
  const typed = [
    ['account', account, setAccount],
    ['subject', subject, setSubject],
  ] as const;
  return (
    <search className="audit__filters">
      <SearchField label={text('audit.find')} value={words} onChange={setWords} />
      <div className="field">
        <select
          aria-label={text('audit.field.action')}
          value={wanted.action}
          onChange={(event) => filter('action', event.target.value)}
        >
          <option value="">{text('audit.any')}</option>
          {areas.map((area) => (
            <optgroup key={area} label={text(`audit.area.${area}`)}>
              <option value={area}>{text('audit.allOf', { area: text(`audit.area.${area}`) })}</option>
              {auditActions
                .filter((action) => action.startsWith(`${area}.`))
                .map((action) => (
                  <option key={action} value={action}>
                    {actionText(action, text)}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </div>
      <Select
        label={text('audit.field.result')}
        value={wanted.result}
        options={[
          { value: '', label: text('audit.anyResult') },
          ...auditResults.map((value) => ({ value: String(value), label: text(`audit.result.${value}`) })),
        ]}
        onChange={(value) => filter('result', value)}
      />
      {typed.map(([name, value, change]) => (
        <div key={name} className="field audit__typed">
          <input
            aria-label={text(`audit.field.${name}`)}
            placeholder={text(`audit.field.${name}`)}
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={(event) => change(event.target.value)}
          />
        </div>
      ))}
      {(['from', 'to'] as const).map((name) => (
        <div key={name} className="audit__day">
          <span aria-hidden="true">{text(`audit.field.${name}`)}</span>
          <MomentField
            label={text(`audit.field.${name}`)}
            precision="day"
            value={wanted[name]}
            onChange={(value) => onType(name, value)}
          />
        </div>
      ))}
      {Object.values(wanted).some((value) => value !== '') && (
        <CommandButton
          command={auditCommands.clearFilters}
          label={text('audit.clear')}
          look="ghost"
          icon="x"
        />
      )}
    </search>
  );
}
