import { useEffect } from 'react';
import { asChunkProblem, ChunkProblem } from '../../components/chunks.ts';
import { useText } from '../../components/i18n.ts';
import { notify } from '../../state/notices.ts';

/** Says of code that did not come and that nobody else speaks of; the log has it already (unhandled.ts). */
export function useChunkNotice(): void {
  const text = useText();
  useEffect(() => {
    const onRejection = ({ reason }: PromiseRejectionEvent) => {
      const problem = asChunkProblem(reason);
      if (problem instanceof ChunkProblem) notify('error', text('chunk.text', { name: problem.name }));
    };
    addEventListener('unhandledrejection', onRejection);
    return () => removeEventListener('unhandledrejection', onRejection);
  }, [text]);
}
