import { useState } from 'react';
import { scriptUsers } from '../../../contract/scripts.ts';
import { useText } from '../../components/i18n.ts';
import { request } from '../../state/connection/client.ts';

/** Scripts that import the one on screen, looked for when it is about to go from under them. */
export function useModuleUsers(scriptId: string | null) {
  const words = useText();
  const [text, setText] = useState('');
  const [question, setQuestion] = useState<{ readonly answer: (yes: boolean) => void } | null>(null);
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
    /** Answers the question that stands; null = none does. */
    question: question?.answer ?? null,
    /** Asks where scripts import it; true where it may be deleted. */
    mayGo: async (): Promise<boolean> => {
      if ((await look()) === '') return true;
      return new Promise<boolean>((resolve) => {
        const answer = (yes: boolean) => {
          setQuestion(null);
          resolve(yes);
        };
        setQuestion({ answer });
      });
    },
  };
}
