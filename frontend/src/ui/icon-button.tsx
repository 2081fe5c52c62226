import { type IconButtonProps, PlainIconButton } from './plain-icon-button.js';
import { Tip } from './tip.js';

/** A button with an icon; its label is the tooltip too. */
export function IconButton(props: IconButtonProps) {
  return (
    <Tip text={props.label}>
      <PlainIconButton {...props} />
    </Tip>
  );
}
