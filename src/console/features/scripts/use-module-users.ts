import { useState } from 'react';
import { scriptUsers } from '../../../contract/scripts.ts';
import { useText } from '../../components/i18n.ts';
import { request } from '../../state/connection/client.ts';

/** Whether a script shall go though others import it. */
export interface ModuleQuestion {
  readonly text: string;
  readonly confirm: string;
  readonly answer: (yes: boolean) => void;
}

/** Scripts that import the one on screen, looked for when it is about to go from under them. */
export function useModuleUsers(scriptId: string | null) {
  const words = useText();
  const [text, setText] = useState('');
  const [question, setQuestion] = useState<ModuleQuestion | null>(null);
  /** Names them; empty where there are none, or where it could not be found out. */
  const look = async (): Promise<string> => {
    const found =
      scriptId === null ? null : await request(scriptUsers, { params: { scriptId } }).catch(() => null);
    const names = (found?.users ?? []).map(({ name }) => name).join(', ');
    const said = [
      ...(names === '' ? [] : [words('scripts.usedBy', { names })]),
      ...(found === null || found.others === 0
        ? []
        : [words('scripts.usedByOthers', { count: found.others })]),
    ].join(' ');
    setText(said);
    return said;
  };
  return {
    /** What was found last, in words. */
    text,
    look,
    /** The question that stands; null = none does. */
    question,
    /** Asks where scripts import it, with what becomes of them; true where it may be deleted, or shared no more. */
    mayGo: async (what: string, confirm: string): Promise<boolean> => {
      const found = await look();
      if (found === '') return true;
      return new Promise<boolean>((resolve) => {
        const answer = (yes: boolean) => {
          setQuestion(null);
          resolve(yes);
        };
        setQuestion({ text: `${found} ${what}`, confirm, answer });
      });
    },
  };
}
