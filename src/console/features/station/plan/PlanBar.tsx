import { useRef, useState } from 'react';
import { siteplan as planCommands } from '../../../../../commands/siteplan.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { Confirm } from '../../../components/dialog/Confirm.tsx';
import { useText } from '../../../components/i18n.ts';
import { Permit } from '../../../components/Permit.tsx';
import { useOffer } from '../../../components/screen.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { notify } from '../../../state/notices.ts';
import { removePlan, type SitePlan, savePlan } from '../../../state/sites/site-plans.ts';

/** Map or plan, to be chosen; pictures are sent from here. */
export function PlanBar(props: {
  readonly stationId: number;
  readonly plans: readonly SitePlan[];
  /** The plan that is shown; undefined = the map. */
  readonly shown: SitePlan | undefined;
  /** 0 = the map. */
  readonly onShow: (plan: number) => void;
}) {
  const { stationId, plans, shown, onShow } = props;
  const text = useText();
  const commands = useCommands();
  const input = useRef<HTMLInputElement>(null);
  const replaced = useRef<SitePlan | null>(null);
  const [asked, setAsked] = useState<SitePlan | null>(null);
  const guarded = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      notify('error', reasonOf(error, text));
    }
  };
  useOffer(planCommands.show, ({ plan }) => onShow(plan), {
    choices: () => [
      { value: 0, label: text('sitePlans.map') },
      ...plans.map(({ id, name }) => ({ value: id, label: name })),
    ],
  });
  useOffer(planCommands.add, () => {
    replaced.current = null;
    input.current?.click();
  });
  useOffer(
    planCommands.replace,
    () => {
      replaced.current = shown ?? null;
      input.current?.click();
    },
    { available: shown !== undefined },
  );
  useOffer(planCommands.remove, () => setAsked(shown ?? null), { available: shown !== undefined });
  const choice = (id: number, name: string) => (
    <button
      key={id}
      type="button"
      aria-pressed={(shown?.id ?? 0) === id}
      onClick={() => commands.run(planCommands.show, { plan: id }, 'button')}
    >
      {name}
    </button>
  );
  return (
    <div className="location__views gap-8 wrap flex">
      <div className="segmented" role="group" aria-label={text('sitePlans.view')}>
        {choice(0, text('sitePlans.map'))}
        {plans.map(({ id, name }) => choice(id, name))}
      </div>
      <Permit needs="station:remark:edit">
        <CommandButton command={planCommands.add} icon="upload" label={text('sitePlans.add')} />
      </Permit>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text('sitePlans.add')}
        accept="image/png,image/jpeg,image/webp,image/svg+xml,.svg"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file === undefined) return;
          void guarded(async () => {
            const saved = await savePlan(stationId, file, replaced.current);
            if (saved !== undefined) onShow(saved.id);
          });
        }}
      />
      {asked !== null && (
        <Confirm
          question={text('sitePlans.removeAsk', { name: asked.name })}
          confirm={text('sitePlans.remove')}
          onAnswer={(yes) => {
            setAsked(null);
            if (yes)
              void guarded(async () => {
                await removePlan(stationId, asked.id);
                onShow(0);
              });
          }}
        />
      )}
    </div>
  );
}
