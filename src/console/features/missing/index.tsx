import { navigation as navigationCommands } from '../../../../commands/navigation/index.ts';
import { CommandButton } from '../../components/commands.tsx';
import { EmptyState } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';

/** 404: an address that the console does not know. */
export default function MissingPage({ address }: { readonly address: string }) {
  const text = useText();
  return (
    <EmptyState
      icon="help"
      title={text('missing.title')}
      actions={
        <CommandButton command={navigationCommands.home} label={text('missing.home')} look="primary" />
      }
    >
      {text('missing.text', { address })}
    </EmptyState>
  );
}
