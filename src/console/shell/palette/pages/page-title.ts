import type { Language } from '../../../../base/messages.ts';
import { said } from '../../../components/arguments/said.ts';
import type { Text } from '../../../components/i18n.ts';
import type { PalettePage } from './use-pages.ts';

/** What a page asks for, in words; of a script also which of its arguments that is. */
export function pageTitle({ step, script }: PalettePage, language: Language, text: Text): string {
  if (script === undefined) return text(step.title);
  const { argument, at, of } = script.asked;
  return text('palette.argument', { title: said(argument.title, language, argument.name), at, of });
}
