import type { Receiver } from '../../../domain/notify/policy.ts';
import { shiftsOf } from '../../../domain/notify/rota.ts';
import { useText } from '../../components/i18n.ts';
import type { NotifySetup, RotaView } from '../../state/notify.ts';
import { useOutlets } from '../../state/outlets.ts';
import { ContactsDialog } from './ContactsDialog.tsx';
import type { DutyGap } from './calendar.ts';
import { AddressDialog, HookDialog } from './HookDialog.tsx';
import { OutletDialog } from './OutletDialog.tsx';
import { OutletLog } from './OutletLog.tsx';
import { OverrideDialog } from './OverrideDialog.tsx';
import { PolicyDialog } from './PolicyDialog.tsx';
import { RotaDialog } from './RotaDialog.tsx';
import type { NotifyWords } from './use-notify-words.ts';
import { WouldDialog } from './WouldDialog.tsx';

/** The dialog that is open. `id` 0 = of a new one; `given`, what the edit was begun on, is looked up once. */
export type Opened =
  | { readonly type: 'contacts' | 'address' | 'would' }
  | { readonly type: 'rota' | 'policy' | 'hook' | 'outlet' | 'outletLog'; readonly id: number }
  | { readonly type: 'handOver'; readonly rota: RotaView }
  | { readonly type: 'gap'; readonly rota: RotaView; readonly gap: DutyGap };

const hour = 3_600_000;
const day = 24 * hour;

function receiversOf(setup: NotifySetup, companyId: number): readonly Receiver[] {
  const own = ({ companyId: id }: { readonly companyId: number }) => id === companyId;
  return [
    ...setup.rotas
      .filter(own)
      .flatMap(({ id, body }) =>
        body.layers.map((_layer, layer): Receiver => ({ type: 'duty', rotaId: id, layer })),
      ),
    ...setup.people.map(({ userId }): Receiver => ({ type: 'user', userId })),
    { type: 'list' },
    ...setup.hooks.filter(own).map(({ id }): Receiver => ({ type: 'hook', hookId: id })),
  ];
}

/** The one that is edited, as it is now: an edit keeps the revision that it was begun on. */
export function Dialogs(props: {
  readonly opened: Opened;
  readonly setup: NotifySetup;
  readonly companyId: number;
  readonly projects: readonly { readonly id: number; readonly name: string; readonly timeZone: string }[];
  readonly words: NotifyWords;
  readonly now: number;
  readonly onClose: () => void;
}) {
  const { opened, setup, companyId, projects, words, now, onClose } = props;
  const text = useText();
  const { data } = useOutlets();
  const outlets = data?.outlets ?? [];
  const common = { companyId, onClose };
  const find = <T extends { readonly id: number }>(list: readonly T[]) =>
    'id' in opened ? (list.find(({ id }) => id === opened.id) ?? null) : null;
  switch (opened.type) {
    case 'contacts':
      return <ContactsDialog onClose={onClose} />;
    case 'address':
      return <AddressDialog projects={projects} onClose={onClose} />;
    case 'would':
      return <WouldDialog projects={projects} words={words} onClose={onClose} />;
    case 'rota':
      return (
        <RotaDialog
          {...common}
          given={find(setup.rotas)}
          current={find(setup.rotas)}
          timeZone={projects[0]?.timeZone ?? 'UTC'}
          people={setup.people}
          personName={words.person}
          now={now}
        />
      );
    case 'policy':
      return (
        <PolicyDialog
          {...common}
          given={find(setup.policies)}
          current={find(setup.policies)}
          receivers={receiversOf(setup, companyId)}
          projects={projects}
          words={words}
        />
      );
    case 'hook':
      return <HookDialog {...common} given={find(setup.hooks)} current={find(setup.hooks)} />;
    case 'outlet':
      return (
        <OutletDialog
          {...common}
          given={find(outlets)}
          current={find(outlets)}
          hooks={setup.hooks.filter((one) => one.companyId === companyId && one.preset === 'standard')}
          projects={projects}
        />
      );
    case 'outletLog': {
      const outlet = find(outlets);
      return outlet === null ? null : <OutletLog outlet={outlet} onClose={onClose} />;
    }
    case 'gap':
      return (
        <OverrideDialog
          title={text('notify.fillGap')}
          rota={opened.rota}
          begin={opened.gap}
          people={setup.people}
          onClose={onClose}
        />
      );
    case 'handOver': {
      const from = Math.floor(now / 60_000) * 60_000;
      const [shift] = shiftsOf(opened.rota.body, 0, from, from + 2 * day);
      const to = Math.min(shift?.to ?? from + 8 * hour, from + day);
      return (
        <OverrideDialog
          title={text('command.notify.handOver')}
          rota={opened.rota}
          begin={{ layer: 0, from, to }}
          people={setup.people}
          onClose={onClose}
        />
      );
    }
  }
}
