/** A ref that moves the focus to what takes the place of the pressed element; it needs `tabIndex={-1}`. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
