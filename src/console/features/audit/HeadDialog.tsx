import { useRef, useState } from 'react';
import { audit } from '../../../../commands/audit.ts';
import type { DataOf } from '../../../contract/call.ts';
import { verifyAudit } from '../../../contract/company/audit.ts';
import { CommandButton } from '../../components/commands.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';

type Answer = DataOf<typeof verifyAudit>;

/** Longer texts are no signature. */
const longest = 1000;

/** Holds the audit against a signature of its end that was saved before: chosen as a file, or pasted. */
export function HeadDialog({ zone, onClose }: { readonly zone: string; readonly onClose: () => void }) {
  const text = useText();
  const change = useChange('auditChain', text);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const form = useForm(
    { head: '' },
    async ({ head }) => {
      setAnswer(null);
      const given = head.trim();
      if (given === '') return { field: 'head', sentence: text('bound.required') };
      if (given.length > longest) return { field: 'head', sentence: text('audit.noHead') };
      return change(async () => setAnswer(await request(verifyAudit, { query: { head: given } })));
    },
    audit.checkHead,
  );
  useOffer(audit.chooseHead, () => file.current?.click());
  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setAnswer(null);
    form.set('head', (await chosen.slice(0, longest + 1).text()).trim());
  };
  return (
    <FormDialog
      form={form}
      title={text('audit.against.title')}
      label={text('audit.against.verify')}
      onClose={onClose}
    >
      <p className="dim">{text('audit.against.text')}</p>
      <div className="form">
        <div className="form__foot row wrap gap-8">
          <CommandButton command={audit.chooseHead} icon="upload" label={text('audit.against.choose')} />
          <input
            ref={file}
            type="file"
            hidden
            accept=".json,application/json"
            aria-label={text('audit.against.choose')}
            onChange={(event) => {
              void choose(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </div>
        <FormText form={form} name="head" label={text('audit.against.signature')} autoComplete="off" />
      </div>
      <FormProblem problem={form.problem} />
      {answer !== null && <AnswerLine answer={answer} zone={zone} />}
    </FormDialog>
  );
}

/** What came of it, in a sentence that is also read out. */
function AnswerLine({ answer, zone }: { readonly answer: Answer; readonly zone: string }) {
  const text = useText();
  const format = useFormat();
  const { brokenAt, why, saved, entries } = answer;
  const isWhole = brokenAt === null;
  const last = saved?.entryId ?? 0;
  const params = {
    last,
    time: format.time(saved?.at ?? answer.at, zone, 'full'),
    more: Math.max(0, entries - (saved?.entries ?? 0)),
    // Where the end was cut off, the last remaining entry is shown.
    id: why === 'removed' ? (brokenAt ?? 1) - 1 : (brokenAt ?? 0),
  };
  return (
    <p
      className={isWhole ? 'audit__answer gap-8 flex' : 'audit__answer is-bad gap-8 flex'}
      role={isWhole ? 'status' : 'alert'}
    >
      <Icon name={isWhole ? 'shield-check' : 'shield-alert'} />
      <span>{text(`audit.against.${why ?? 'agrees'}`, params)}</span>
    </p>
  );
}
