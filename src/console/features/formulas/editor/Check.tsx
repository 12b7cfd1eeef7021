import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import type { FormulaEditor } from './use-formula-form.ts';

/**
 * Whether the formula can be computed as it is typed: the unit that it comes out in, or what is wrong with it, by the rules
 * or by what the server finds besides.
 */
export function Check(props: { readonly editor: FormulaEditor; readonly refused: string | null }) {
  const { editor, refused } = props;
  const { read, say, form } = editor;
  const text = useText();
  const { problem } = read;
  const wrong = problem === null ? refused : say(problem);
  // Said beside the field already, once it was refused.
  const isSaid = form.error('text') !== null && problem?.field === 'text';
  if (isSaid) return null;
  return (
    <p
      className={`formulas__check row gap-6 text-12 ${wrong === null ? 'is-right' : 'is-wrong'}`}
      role="status"
    >
      <Icon name={wrong === null ? 'check' : 'circle-alert'} className="icon--small" />
      {wrong ?? text('formulas.right', { unit: read.unit ?? text('kinds.noUnit') })}
    </p>
  );
}
