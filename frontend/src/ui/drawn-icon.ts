import { type SVGProps, createElement } from 'react';

interface IconData {
  /** Where a style needs it. */
  name?: string;
  /** The elements of the drawing, with their attributes. */
  node: readonly (readonly [element: string, attributes: object])[];
}

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'className'> {
  /** Pixels of a side. */
  size?: number | string;
  className?: string | undefined;
}

/**
 * An icon of Lucide. A build uses it in place of Lucide's own component, which weighs more and collects an icon's
 * names, sizes and contexts each time that it renders.
 */
export default function drawnIcon({ name, node }: IconData) {
  const drawing = node.map(([element, attributes]) => createElement(element, attributes));
  return ({ size = 24, className = '', ...given }: IconProps) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': 'aria-label' in given ? undefined : true,
        ...given,
        className: name ? `lucide-${name} ${className}` : className,
      },
      ...drawing,
    );
}
