import { Component, type ReactNode } from 'react';
import { asChunkProblem, ChunkProblem } from '../components/chunks.ts';
import { EmptyState, Retry } from '../components/conditions.tsx';
import { useText } from '../components/i18n.ts';
import { report } from './running/report.ts';

function Failed({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const text = useText();
  const chunk = error instanceof ChunkProblem;
  return (
    <EmptyState
      failed
      icon="cloud-off"
      title={text(chunk ? 'chunk.title' : 'crash.title')}
      actions={<Retry onRetry={onRetry} />}
    >
      {chunk ? text('chunk.text', { name: error.name }) : text('crash.text')}
    </EmptyState>
  );
}

class Boundary extends Component<
  { readonly children: ReactNode; readonly onError: (error: Error) => void },
  { readonly error: Error | null }
> {
  override state = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error: asChunkProblem(error) };
  }

  override componentDidCatch(error: Error) {
    this.props.onError(this.state.error ?? error);
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    // A lazy chunk that failed is remembered as failed: only a fresh page asks for it again.
    const retry = () =>
      (error as Error) instanceof ChunkProblem ? location.reload() : this.setState({ error: null });
    return <Failed error={error} onRetry={retry} />;
  }
}

/** Keeps one page's failure from taking the console with it. */
export function PageBoundary({ children }: { readonly children: ReactNode }) {
  const text = useText();
  return <Boundary onError={(error) => report(error, text)}>{children}</Boundary>;
}
