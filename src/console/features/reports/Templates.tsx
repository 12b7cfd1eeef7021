import { useRef, useState } from 'react';
import { reports as reportCommands } from '../../../../commands/reports.ts';
import { CommandButton } from '../../components/commands.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { notify } from '../../state/notices.ts';
import * as state from '../../state/reports.ts';
import { TemplateDialog } from './TemplateDialog.tsx';

const pictures = 'image/png,image/jpeg,image/webp,image/svg+xml,.svg';

const tools = [
  [reportCommands.copyTemplate, 'plus'],
  [reportCommands.editTemplate, 'pencil'],
  [reportCommands.templateLogo, 'upload'],
  [reportCommands.deleteTemplate, 'trash'],
] as const;

/** What can be done with the template that is chosen: a new one from it, and of one's own an edit, a logo, an end. */
export function Templates(props: {
  readonly template: state.KeptTemplate;
  /** What it is called. */
  readonly name: string;
  readonly canMake: boolean;
  /** Whose a new one is; null = the user's own company. */
  readonly companyId: number | null;
  /** Chooses another template. */
  readonly onChoose: (key: string) => void;
}) {
  const { template, name, canMake, companyId, onChoose } = props;
  const text = useText();
  const [dialog, setDialog] = useState<'copy' | 'edit' | 'delete' | null>(null);
  const picture = useRef<HTMLInputElement>(null);
  const change = useChange(state.reportsKey, text);
  const { id } = template;
  const mayMake = canMake ? true : 'reports.cannotMake';
  const own = mayMake === true && id === null ? 'reports.template.kept' : mayMake;
  useOffer(reportCommands.copyTemplate, () => setDialog('copy'), { available: mayMake });
  useOffer(reportCommands.editTemplate, () => setDialog('edit'), { available: own });
  useOffer(reportCommands.deleteTemplate, () => setDialog('delete'), { available: own });
  useOffer(reportCommands.templateLogo, () => picture.current?.click(), { available: own });
  const close = () => setDialog(null);

  const sendLogo = async (file: File) => {
    if (id === null) return;
    const refused = await change(() => state.setTemplateLogo(id, file));
    if (refused === null) notify('success', text('reports.template.logoSaved'));
    else notify('error', refused.sentence);
  };
  return (
    <div className="row gap-4">
      {tools.map(([command, icon]) => (
        <CommandButton key={command.id} command={command} icon={icon} look="ghost" iconOnly />
      ))}
      <input
        ref={picture}
        type="file"
        hidden
        aria-label={text('command.reports.templateLogo')}
        accept={pictures}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) void sendLogo(file);
        }}
      />
      {dialog === 'copy' && (
        <TemplateDialog
          title={text('reports.template.new')}
          template={{ ...template.template, name: '' }}
          hasLogo={false}
          onSave={(next) =>
            change(async () => {
              const made = await state.createTemplate(companyId, next);
              onChoose(String(made.id));
            })
          }
          onClose={close}
        />
      )}
      {dialog === 'edit' && id !== null && (
        <TemplateDialog
          title={text('reports.template.edit', { name })}
          template={template.template}
          hasLogo={template.hasLogo}
          onSave={(next) => change(() => state.updateTemplate(id, template.revision, next))}
          onClose={close}
        />
      )}
      {dialog === 'delete' && id !== null && (
        <Confirm
          question={text('reports.template.delete', { name })}
          confirm={text('command.reports.deleteTemplate')}
          onAnswer={(yes) => {
            close();
            if (!yes) return;
            void change(() => state.deleteTemplate(id)).then((refused) => {
              if (refused === null) onChoose(template.template.period);
              else notify('error', refused.sentence);
            });
          }}
        />
      )}
    </div>
  );
}
