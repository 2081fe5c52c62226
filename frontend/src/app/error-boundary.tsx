import { Component, type ComponentType, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

interface Props {
  /** Shown in place of what threw. It may throw what is not its own, for the next boundary. */
  Fallback: ComponentType<{ error: unknown }>;
  children: ReactNode;
}

/** Catches what its children throw while they render, until the user goes elsewhere. */
export function ErrorBoundary(props: Props) {
  return <Boundary {...props} visit={useLocation().key} />;
}

interface State {
  visit: string;
  failure: { error: unknown } | null;
}

class Boundary extends Component<Props & { visit: string }, State> {
  override state: State = { visit: this.props.visit, failure: null };

  static getDerivedStateFromProps({ visit }: { visit: string }, state: State): State | null {
    return visit === state.visit ? null : { visit, failure: null };
  }

  static getDerivedStateFromError(error: unknown): Pick<State, 'failure'> {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { Fallback, children } = this.props;
    return this.state.failure ? <Fallback error={this.state.failure.error} /> : children;
  }
}
