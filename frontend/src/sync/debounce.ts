export interface Debounced {
  (): void;
  cancel: () => void;
}

/** @returns a function that runs `work` once it has not been called for this many milliseconds */
export function debounce(milliseconds: number, work: () => void): Debounced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => clearTimeout(timer);
  const call = (): void => {
    cancel();
    timer = setTimeout(work, milliseconds);
  };
  return Object.assign(call, { cancel });
}
