import { useRef } from 'react';
import { platform as platformCommands } from '../../../../commands/platform.ts';
import { adjustableBoundNames, adjustableBounds } from '../../../contract/company/company-bounds.ts';
import { removeLogo, savePlatform, sendLogo } from '../../../contract/company/platform.ts';
import { CommandButton } from '../../components/commands.tsx';
import { FormFoot, FormText } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { typedNumber } from '../../components/values/typed-number.ts';
import { request } from '../../state/connection/client.ts';
import { notify } from '../../state/notices.ts';
import type { Platform } from '../../state/session/platform.ts';
import { usePlatformLook } from '../../state/session/platform-look.ts';
import type { PlatformChange } from './use-platform-change.ts';

const accepted = 'image/png,image/jpeg,image/webp,image/svg+xml,.svg';
const names = ['zh-chs', 'en', 'ja'] as const;

/** The logo that is in force, to be replaced or taken back. */
function LogoRow({ platform, change }: { readonly platform: Platform; readonly change: PlatformChange }) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const { logo } = usePlatformLook();
  const act = async (done: () => Promise<unknown>) => {
    const refused = await change(done);
    if (refused !== null) notify('error', refused.sentence);
  };
  useOffer(platformCommands.logo, () => input.current?.click());
  useOffer(platformCommands.removeLogo, () => act(() => request(removeLogo, {})), {
    available: platform.logo !== null ? true : 'platform.ownLogo',
  });
  return (
    <div className="platform__logo row wrap gap-12">
      <span className="platform__picture">
        {logo === null ? (
          <span className="dim text-12">{text('platform.ownLogo')}</span>
        ) : (
          <img src={logo} alt={text('platform.logo')} />
        )}
      </span>
      <CommandButton command={platformCommands.logo} icon="upload" label={text('platform.newLogo')} />
      {platform.logo !== null && (
        <CommandButton command={platformCommands.removeLogo} icon="trash" label={text('platform.noLogo')} />
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text('platform.newLogo')}
        accept={accepted}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) void act(() => request(sendLogo, { file }));
        }}
      />
      <p className="form__hint text-12 dim">{text('platform.logoHint')}</p>
    </div>
  );
}

/** Name, logo, and the bounds of one company: saved together, as a version. */
export function LookForm({
  platform,
  change,
}: {
  readonly platform: Platform;
  readonly change: PlatformChange;
}) {
  const text = useText();
  const { name, bounds } = platform;
  const form = useForm(
    {
      ...{ 'name.zh-chs': name['zh-chs'], 'name.en': name.en, 'name.ja': name.ja },
      ...Object.fromEntries(adjustableBoundNames.map((id) => [id, String(bounds[id])])),
      reason: '',
    } as Readonly<Record<string, string>>,
    async (values) => {
      const typed = { ...bounds };
      for (const id of adjustableBoundNames) {
        const value = typedNumber(values[id] ?? '');
        const { min, max } = adjustableBounds[id];
        if (!Number.isInteger(value) || value < min || value > max)
          return { field: id, sentence: text('parameterProblem.range', { ranges: `${min}–${max}` }) };
        typed[id] = value;
      }
      const said = (language: (typeof names)[number]) => (values[`name.${language}`] ?? '').trim();
      return change(() =>
        request(savePlatform, {
          body: {
            version: platform.version,
            name: { 'zh-chs': said('zh-chs'), en: said('en'), ja: said('ja') },
            bounds: typed,
            reason: values['reason'] ?? '',
          },
        }),
      );
    },
  );
  return (
    <form className="form" noValidate onSubmit={form.onSubmit} aria-label={text('page.platform')}>
      <h3 className="platform__sub">{text('platform.look')}</h3>
      <div className="platform__fields">
        {names.map((language) => (
          <FormText
            key={language}
            form={form}
            name={`name.${language}`}
            label={text('platform.name', { language: text(`language.${language}`) })}
          />
        ))}
      </div>
      <p className="form__hint text-12 dim">{text('platform.nameHint')}</p>
      <LogoRow platform={platform} change={change} />
      <h3 className="platform__sub">{text('platform.bounds')}</h3>
      <p className="form__hint text-12 dim">{text('platform.boundsHint')}</p>
      <div className="platform__fields">
        {adjustableBoundNames.map((id) => (
          <FormText
            key={id}
            form={form}
            name={id}
            label={text(`platform.bound.${id}`)}
            hint={`${adjustableBounds[id].min}–${adjustableBounds[id].max}`}
          />
        ))}
      </div>
      <FormText form={form} name="reason" label={text('platform.reason')} />
      <FormFoot form={form} label={text('sites.save')} disabled={!form.changed} />
    </form>
  );
}
