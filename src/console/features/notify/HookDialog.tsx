import { useState } from 'react';
import { dialog as dialogCommands } from '../../../../commands/dialog.ts';
import { notify as commands } from '../../../../commands/notify.ts';
import type { BodyOf } from '../../../contract/call.ts';
import { deleteHook, saveHook } from '../../../contract/notify/notify.ts';
import { addListAddress } from '../../../contract/notify/send-list.ts';
import { CommandButton } from '../../components/commands.tsx';
import { DialogFrame } from '../../components/dialog/DialogFrame.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem, FormSelect, FormText } from '../../components/form/fields.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { request } from '../../state/connection/client.ts';
import type { HookView } from '../../state/notify.ts';
import { preferences } from '../../state/preferences.ts';
import { EditorAside } from './parts.tsx';
import { sayDeleted } from './say-deleted.ts';
import { useSaving } from './use-saving.ts';

type HookBody = BodyOf<typeof saveHook>['body'];
const presets = ['standard', 'wecom', 'dingtalk', 'feishu', 'slack', 'teams', 'line', 'sms'] as const;
const languages = ['zh-chs', 'en', 'ja'] as const;

/** The secret that the server has made: it is shown this once. */
function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const text = useText();
  const title = text('notify.secretMade');
  return (
    <DialogFrame title={title} onClose={onClose}>
      <h2>{title}</h2>
      <p>{text('notify.secretOnce')}</p>
      <p>
        <code className="notified__secret">{secret}</code>
      </p>
      <div className="dialog__foot">
        <CommandButton command={dialogCommands.decline} label={text('action.close')} />
      </div>
    </DialogFrame>
  );
}

/** Edits a webhook. Its address and secret are not shown again once they are saved. */
export function HookDialog(props: {
  readonly given: HookView | null;
  readonly current: HookView | null;
  readonly companyId: number;
  readonly onClose: () => void;
}) {
  const { given, current, companyId, onClose } = props;
  const text = useText();
  const { revision, isBehind, attempt } = useSaving(given, current, onClose);
  const [made, setMade] = useState<string | null>(null);
  const [removal, setRemoval] = useState<FormRefusal | null>(null);
  const initial = {
    name: given?.name ?? '',
    preset: given?.preset ?? 'standard',
    url: '',
    secret: '',
    language: given?.language ?? preferences.language,
    enabled: String(given?.enabled ?? true),
  };
  const form = useForm<Readonly<Record<keyof typeof initial, string>>>(initial, async (values) => {
    const { name, url, secret } = values;
    const body: HookBody = {
      preset: values.preset as HookBody['preset'],
      url: url.trim(),
      language: values.language as HookBody['language'],
      enabled: values.enabled === 'true',
      ...(secret === '' ? {} : { secret }),
    };
    let shown: string | null = null;
    const refused = await attempt(async () => {
      const saved = await request(saveHook, {
        body: { id: given?.id ?? null, companyId, revision, name, body },
      });
      shown = saved.secret;
    }, true);
    if (refused === null && shown === null) onClose();
    else setMade(shown);
    return refused;
  });
  useOffer(
    commands.deleteHook,
    async () => {
      if (given === null) return;
      const refused = await attempt(() => request(deleteHook, { params: { id: given.id } }));
      setRemoval(refused);
      if (refused === null) sayDeleted(text, 'hook', given.id, given.name);
    },
    { available: given !== null },
  );
  if (made !== null) return <SecretDialog secret={made} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title={text(given === null ? 'notify.newHook' : 'notify.hook')}
      label={text('sites.save')}
      disabled={form.values.name.trim() === '' || form.values.url.trim() === ''}
      aside={<EditorAside isNew={given === null} isBehind={isBehind} remove={commands.deleteHook} />}
      onClose={onClose}
    >
      <div className="notified__form form">
        <FormText form={form} name="name" label={text('notify.hookName')} />
        <FormSelect
          form={form}
          name="preset"
          label={text('notify.preset')}
          options={presets.map((value) => ({ value, label: text(`notify.preset.${value}`) }))}
        />
        <FormText
          form={form}
          name="url"
          label={text('notify.url')}
          hint={given === null ? text('notify.urlHint') : text('notify.urlAgain', { host: given.host })}
        />
        <FormText
          form={form}
          name="secret"
          type="password"
          autoComplete="new-password"
          label={text('notify.secret')}
          hint={text(given === null ? 'notify.secretHint' : 'notify.secretKept')}
        />
        <FormSelect
          form={form}
          name="language"
          label={text('header.language')}
          options={languages.map((value) => ({ value, label: text(`language.${value}`) }))}
        />
        <FormSelect
          form={form}
          name="enabled"
          label={text('notify.use')}
          options={[
            { value: 'true', label: text('notify.on') },
            { value: 'false', label: text('notify.off') },
          ]}
        />
        <FormProblem problem={form.problem ?? removal?.sentence ?? null} />
      </div>
    </FormDialog>
  );
}

/** Adds an address to the send list of a project. */
export function AddressDialog(props: {
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  readonly onClose: () => void;
}) {
  const { projects, onClose } = props;
  const text = useText();
  const { attempt } = useSaving(null, null, onClose);
  const initial = {
    projectId: String(projects[0]?.id ?? ''),
    address: '',
    name: '',
    language: preferences.language as string,
  };
  const form = useForm(initial, ({ projectId, address, name, language }) =>
    attempt(() =>
      request(addListAddress, {
        body: {
          projectId: Number(projectId),
          address: address.trim(),
          name: name.trim(),
          language: language as 'en',
        },
      }),
    ),
  );
  return (
    <FormDialog
      form={form}
      title={text('command.notify.addAddress')}
      label={text('sites.save')}
      disabled={form.values.address.trim() === ''}
      onClose={onClose}
    >
      <div className="notified__form form">
        <FormSelect
          form={form}
          name="projectId"
          label={text('argument.project')}
          options={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <FormText form={form} name="address" label={text('notify.mailAddress')} />
        <FormText form={form} name="name" label={text('notify.addressName')} />
        <FormSelect
          form={form}
          name="language"
          label={text('header.language')}
          options={languages.map((value) => ({ value, label: text(`language.${value}`) }))}
        />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}
