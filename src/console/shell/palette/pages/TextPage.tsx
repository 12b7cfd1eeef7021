import type { ArgumentStep } from '../../../../command/arguments.ts';
import { useText } from '../../../components/i18n.ts';

/** What to type for an argument that is a text, and its form once another was entered. */
export function TextPage({ step, refused }: { readonly step: ArgumentStep; readonly refused: boolean }) {
  const text = useText();
  const title = text(step.title);
  return (
    <p className="palette__hint dim" role={refused ? 'alert' : undefined} data-refused={refused}>
      {refused && step.form !== null
        ? text('palette.wrongText', { title, form: text(step.form) })
        : text('palette.enterText', { title })}
    </p>
  );
}
