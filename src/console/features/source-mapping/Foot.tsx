import { form as formCommands } from '../../../../commands/form.ts';
import { sources as sourceCommands } from '../../../../commands/sources.ts';
import { Button } from '../../components/Button.tsx';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { FormProblem, FormSelect } from '../../components/form/fields.tsx';
import type { Form } from '../../components/form/use-form.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import type { SampleResult } from '../../state/sites/sources.ts';
import type { MappingValues } from './draft.ts';

/** What becomes of values that differ, and what is done with the mapping. */
export function Foot(props: {
  readonly form: Form<MappingValues>;
  readonly isFile: boolean;
  readonly isReadable: boolean;
  readonly result: SampleResult | null;
  readonly problem: string | null;
}) {
  const { form, isFile, isReadable, result, problem } = props;
  const text = useText();
  const format = useFormat();
  const formKeys = useCommands().describe(formCommands.save).keys;
  return (
    <footer className="mapping__foot row wrap gap-8">
      <FormSelect
        form={form}
        name="conflicts"
        label={text('sourceMapping.differs')}
        options={(['keep', 'replace', 'fail'] as const).map((rule) => ({
          value: rule,
          label: text(`sourceMapping.rule.${rule}`),
        }))}
      />
      <span className="grow" />
      <FormProblem problem={problem} />
      <CommandButton
        command={sourceCommands.nextBad}
        icon="chevron-down"
        showKeys
        label={text('sourceMapping.nextBad')}
      />
      <CommandButton command={sourceCommands.guess} icon="refresh" label={text('sourceMapping.guess')} />
      <CommandButton
        command={sourceCommands.asText}
        icon="file-code"
        label={text('sourceMapping.asText')}
        pressed={(form.values['json'] ?? '') !== ''}
      />
      <CommandButton
        command={sourceCommands.save}
        look={isFile ? 'plain' : 'primary'}
        icon="check"
        label={text('sourceMapping.save')}
      />
      {isFile && (
        <>
          <CommandButton
            command={sourceCommands.dryRun}
            icon="search"
            showKeys
            label={text('sourceMapping.dryRun')}
          />
          <Button
            submit
            look="primary"
            icon="download"
            keys={formKeys}
            disabled={form.busy || !isReadable}
            label={text('sourceMapping.import', {
              count: format.number((result?.stored ?? 0) + (result?.filled ?? 0), 0),
            })}
          />
        </>
      )}
    </footer>
  );
}
