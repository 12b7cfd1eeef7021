import { useState } from 'react';
import { sites as siteCommands } from '../../../../commands/sites.ts';
import { CommandButton } from '../../components/commands.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { FormProblem } from '../../components/form/fields.tsx';
import type { FormRefusal } from '../../components/form/use-form.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useSiteChange } from './use-sites.ts';

/** Takes a station or sensor out of use, or switches a company off, after a question; or back. */
export function Retire(props: {
  readonly what: 'company' | 'station' | 'sensor';
  readonly name: string;
  readonly retiredAt: number | null;
  readonly zone: string;
  readonly retire: (retired: boolean) => Promise<unknown>;
}) {
  const { what, name, retiredAt, zone, retire } = props;
  const text = useText();
  const format = useFormat();
  const change = useSiteChange();
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<FormRefusal | null>(null);
  const run = async (retired: boolean) => setRefused(await change(() => retire(retired)));
  useOffer(siteCommands.retire, () => setAsked(true), { available: retiredAt === null });
  useOffer(siteCommands.restore, () => run(false), { available: retiredAt !== null });
  return (
    <div className="form">
      {retiredAt !== null && (
        <p className="dim">
          {text(what === 'company' ? 'sites.company.offAt' : 'sites.retiredAt', {
            time: format.time(retiredAt, zone, 'full'),
          })}
        </p>
      )}
      <FormProblem problem={refused?.sentence ?? null} />
      <div className="form__foot row wrap gap-8">
        {retiredAt === null ? (
          <CommandButton command={siteCommands.retire} look="danger" label={text(`sites.${what}.retire`)} />
        ) : (
          <CommandButton command={siteCommands.restore} label={text(`sites.${what}.restore`)} />
        )}
      </div>
      {asked && (
        <Confirm
          question={text(`sites.${what}.retireAsk`, { name })}
          confirm={text(`sites.${what}.retire`)}
          onAnswer={(yes) => {
            setAsked(false);
            if (yes) void run(true);
          }}
        />
      )}
    </div>
  );
}
