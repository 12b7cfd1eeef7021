import { dashboards } from '../../../../commands/dashboards.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';

const turns = { previous: 'chevron-left', next: 'chevron-right' } as const;

/** Which page is in sight, between the buttons to the one before and the one after it. `page` from 0. */
export function PageTurner({ page, pages }: { readonly page: number; readonly pages: number }) {
  const text = useText();
  const button = (to: keyof typeof turns) => (
    <CommandButton
      command={dashboards.turn}
      args={{ to }}
      icon={turns[to]}
      iconOnly
      look="ghost"
      label={text(`dashboards.turn.${to}`)}
    />
  );
  return (
    <span className="row gap-6 text-12 dim">
      {button('previous')}
      <span className="num">{text('dashboards.page', { page: page + 1, pages })}</span>
      {button('next')}
    </span>
  );
}
