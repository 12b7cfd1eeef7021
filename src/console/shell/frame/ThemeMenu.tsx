import { useSnapshot } from 'valtio';
import { preferences as preferenceCommands } from '../../../../commands/preferences/index.ts';
import { type Theme, themes } from '../../../base/themes.ts';
import { useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { Menu } from '../../components/menu/Menu.tsx';
import { preferences } from '../../state/preferences.ts';
import './theme-menu.css';

/** The console in small, drawn with a theme's own tokens. */
function Preview({ theme }: { readonly theme: Theme }) {
  return (
    <span className={`preview-of clips grid theme-${theme}`} aria-hidden="true">
      <span className="preview-of__header" />
      <span className="preview-of__side" />
      <span className="preview-of__panel column gap-6 paper">
        <i />
        <i />
        <b />
      </span>
    </span>
  );
}

/** The seven themes with what each looks like. */
export function ThemeMenu({ className = 'header__button' }: { readonly className?: string }) {
  const text = useText();
  const commands = useCommands();
  const { theme } = useSnapshot(preferences);
  return (
    <Menu
      label={text('header.theme')}
      className={className}
      trigger={<Icon name="palette" />}
      popupClass="theme-menu"
      entries={themes.map((entry) => ({
        id: entry,
        label: text(`theme.${entry}`),
        on: entry === theme,
        icon: <Preview theme={entry} />,
        onPress: () => commands.run(preferenceCommands.theme, { theme: entry }, 'menu'),
      }))}
    />
  );
}
