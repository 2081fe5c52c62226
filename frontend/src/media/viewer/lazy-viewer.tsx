import { type ComponentProps, Suspense, lazy } from 'react';
import type { Viewer as LoadedViewer } from './viewer.js';

const Loaded = lazy(async () => ({ default: (await import('./viewer.js')).Viewer }));

/** The viewer of pictures and videos, which loads when one is first opened. */
export function Viewer(props: ComponentProps<typeof LoadedViewer>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
