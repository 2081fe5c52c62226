/** A short tick that the finger feels, where the device has one. */
export const tick = (): void => void navigator.vibrate?.(10);

/** Two ticks, for a moment of both. */
export const celebrate = (): void => void navigator.vibrate?.([20, 80, 30]);
