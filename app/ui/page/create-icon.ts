import type { LucideProps } from 'lucide-react'
import { createElement } from 'react'

type Attributes = Record<string, string>
type Shape = readonly [tag: string, attributes: Attributes]
/** An icon as the library stores it. */
export type IconData = { name: string; node: readonly Shape[] }

/** The attributes that define the outline of a shape; `key` is React's. */
const geometry: Record<string, readonly string[]> = {
  path: ['d', 'key'],
  line: ['x1', 'y1', 'x2', 'y2', 'key'],
  circle: ['cx', 'cy', 'r', 'key'],
  rect: ['x', 'y', 'width', 'height', 'rx', 'ry', 'key'],
}

/** Converts the outline of a shape to path data that can follow other path data; undefined for a shape that is more than an outline. */
export function toPathData([tag, attributes]: Shape): string | undefined {
  if (!Object.keys(attributes).every((name) => geometry[tag]?.includes(name))) return undefined
  const value = (name: string) => Number(attributes[name] ?? 0)
  switch (tag) {
    case 'path':
      // A relative move at the start would be relative to the end of the path before.
      return attributes.d?.replace(/^m/, 'M0 0m')
    case 'line':
      return `M${value('x1')} ${value('y1')}L${value('x2')} ${value('y2')}`
    case 'circle': {
      const r = value('r')
      return `M${value('cx') - r} ${value('cy')}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
    }
    case 'rect': {
      const r = value('rx')
      const [across, down] = [value('width') - 2 * r, value('height') - 2 * r]
      const corner = (x: number, y: number) => (r > 0 ? `a${r} ${r} 0 0 1 ${x} ${y}` : '')
      return `M${value('x') + r} ${value('y')}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`
    }
  }
  return undefined
}

const namesItself = (props: LucideProps) => 'aria-label' in props || 'role' in props || 'title' in props

/**
 * Replaces the icon library's function of this name in the build: one path instead of several shapes, and constant attributes in the style
 * sheet. A page shows fifty icons, which were a quarter of its elements.
 */
export default function createIcon({ node }: IconData) {
  const outlines = node.map(toPathData)
  const drawn = outlines.every((outline) => outline !== undefined)
    ? createElement('path', { d: outlines.join('') })
    : node.map(([tag, attributes]) => createElement(tag, attributes))
  return function Icon({ className, strokeWidth = 2, ...rest }: LucideProps) {
    return createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        strokeWidth,
        'aria-hidden': namesItself(rest) ? undefined : true,
        ...rest,
        className: className ? `icon ${className}` : 'icon',
      },
      drawn,
    )
  }
}
