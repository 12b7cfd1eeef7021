import { panel as panelCommands } from '../../../../commands/panel.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import type { PanelState } from '../../state/panels.ts';

export type HomePanel = 'map' | 'list';

/** The two small buttons of a panel's head: fold away, whole window; each takes itself back. */
export function PanelButtons({ panel, state }: { readonly panel: HomePanel; readonly state: PanelState }) {
  const text = useText();
  const title = text(panel === 'map' ? 'map.label' : 'home.stations');
  const folded = state === 'collapse';
  const full = state === 'fullscreen';
  return (
    <span className="panelbuttons rigid flex">
      {!full && (
        <CommandButton
          command={panelCommands.collapse}
          args={{ panel }}
          icon={folded ? 'plus' : 'minus'}
          label={text(folded ? 'panel.unfold' : 'panel.fold', { title })}
          look="ghost"
          iconOnly
        />
      )}
      <CommandButton
        command={panelCommands.fullscreen}
        args={{ panel }}
        icon={full ? 'shrink' : 'expand'}
        label={text(full ? 'panel.restore' : 'panel.full', { title })}
        look="ghost"
        iconOnly
      />
    </span>
  );
}

/** What is left of a panel that was folded away: its title, upright. */
export function FoldedPanel({ panel }: { readonly panel: HomePanel }) {
  const text = useText();
  const title = text(panel === 'map' ? 'map.label' : 'home.stations');
  return (
    <section className="panel folded gap-8" aria-label={title}>
      <PanelButtons panel={panel} state="collapse" />
      <h2>{title}</h2>
    </section>
  );
}
