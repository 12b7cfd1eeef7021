import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { form } from '../../../../../commands/form.ts';
import { scripts } from '../../../../../commands/scripts/index.ts';
import * as contract from '../../../../contract/workflows.ts';
import type { RunArguments } from '../../../components/arguments/argument-value.ts';
import { useCommands } from '../../../components/commands.tsx';
import { loadMonaco } from '../../../components/editor/load-monaco.ts';
import type { FormRefusal } from '../../../components/form/use-form.ts';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { ApiError } from '../../../state/connection/api-error.ts';
import { request } from '../../../state/connection/client.ts';
import { reasonOf, refusal } from '../../../state/connection/refused.ts';
import { notify } from '../../../state/notices.ts';
import { preferences } from '../../../state/preferences.ts';
import { runsKey } from '../../../state/scripts/runs.ts';
import { keepArgs } from '../last-args.ts';
import type { OpenScript } from '../use-script.ts';

type WorkflowProblem = contract.WorkflowProblem;

/** What a look at the script found; it speaks of that text alone. */
export interface CheckedScript {
  readonly text: string;
  readonly problems: readonly WorkflowProblem[];
  readonly arguments: readonly contract.WorkflowArgument[];
}

/** Whether a script with errors of its types shall run all the same. */
export interface Question {
  readonly errors: number;
  readonly answer: (yes: boolean) => void;
}

const isProblem = (value: unknown): value is { readonly problem: WorkflowProblem } =>
  typeof value === 'object' && value !== null && 'problem' in value;

/**
 * From the text on screen to a run: looked at first, then its arguments are asked for, then it is started. Where its
 * types are wrong it is asked whether it shall run all the same.
 * @param isWritten the text stands in an editor
 */
export function useRunning(script: OpenScript, title: string, isWritten: boolean, onAsk: () => void) {
  const text = useText();
  const commands = useCommands();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [checked, setChecked] = useState<CheckedScript | null>(null);
  const [asks, setAsks] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);

  /** @throws ApiError */
  const begin = async (body: { script: string; args: RunArguments; title: string }) => {
    const { name, source: kept } = script;
    const source =
      name.type === 'new' ? {} : { source: { script: script.key, version: kept?.own?.version ?? null } };
    const { run } = await request(contract.startWorkflow, { body: { ...body, ...source } });
    client.setQueryData([runsKey, 'one', run.id], run);
    void client.invalidateQueries({ queryKey: [runsKey, 'list'] });
    setAsks(false);
    navigate(`/scripts/${script.key}/${run.id}`);
    onAsk();
  };
  const start = async (args: RunArguments): Promise<FormRefusal | null> => {
    const { text: body } = script;
    try {
      await begin({ script: body, args, title });
      keepArgs(script.key, args);
      return null;
    } catch (error) {
      if (error instanceof ApiError && isProblem(error.data))
        setChecked({ text: body, problems: [error.data.problem], arguments: checked?.arguments ?? [] });
      return refusal(error, text);
    }
  };
  /** As the text is now, not as the marks were when it was typed. An editor that did not load knows of no errors. */
  const isMeant = async () => {
    if (!isWritten) return true;
    const errors = await loadMonaco(preferences.language)
      .then(({ countErrors }) => countErrors(script.key))
      .catch(() => 0);
    if (errors === 0) return true;
    return new Promise<boolean>((resolve) => {
      const answer = (yes: boolean) => {
        setQuestion(null);
        resolve(yes);
      };
      setQuestion({ errors, answer });
    });
  };
  const check = async () => {
    const { text: body } = script;
    setBusy(true);
    try {
      if (!(await isMeant())) return;
      const found = await request(contract.checkWorkflow, { body: { script: body } });
      setChecked({ text: body, problems: found.problems, arguments: found.arguments });
      if (found.problems.length > 0) return;
      if (found.arguments.length > 0) {
        setAsks(true);
        onAsk();
        return;
      }
      const refused = await start({});
      if (refused !== null) notify('error', refused.sentence);
    } catch (error) {
      notify('error', reasonOf(error, text));
    } finally {
      setBusy(false);
    }
  };
  /** Runs it with arguments that were asked for elsewhere; where they do not fit, the form shows them with what is wrong. */
  const runWith = async (args: RunArguments) => {
    setBusy(true);
    const refused = await start(args);
    setBusy(false);
    if (refused === null) return;
    keepArgs(script.key, args);
    notify('error', refused.sentence);
    await check();
  };
  const available = script.text.trim() === '' ? 'scripts.noText' : isBusy ? 'scripts.checking' : true;
  useOffer(scripts.check, check, { available });
  useOffer(form.save, () => commands.run(scripts.check, {}, 'key'));
  return { checked, asks, isBusy, question, start, runWith, stopAsking: () => setAsks(false) };
}
