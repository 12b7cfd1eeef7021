import { baselines as baselineCommands } from '../../../../commands/baselines.ts';
import { CommandButton } from '../commands.tsx';
import { useText } from '../i18n.ts';
import { useOffer } from '../screen.ts';

/** Offers the switch between values relative to their initial values and those that were measured. */
export function useRelativeSwitch(relative: boolean, set: (on: boolean) => void): void {
  useOffer(baselineCommands.relative, () => set(!relative));
}

/** The switch, pressed while it is on. */
export function RelativeSwitch(props: { readonly relative: boolean; readonly iconOnly?: boolean }) {
  const { relative, iconOnly = false } = props;
  const text = useText();
  return (
    <CommandButton
      command={baselineCommands.relative}
      icon="equal-not"
      label={text('baselines.relative')}
      iconOnly={iconOnly}
      pressed={relative}
    />
  );
}

/** How a relative value is marked beside its name. */
export const relativeName = (name: string): string => `Δ ${name}`;
