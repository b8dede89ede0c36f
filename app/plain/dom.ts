export const all = <E extends Element = HTMLElement>(selector: string, within: ParentNode = document) => [
  ...within.querySelectorAll<E>(selector),
]
export const first = <E extends Element = HTMLElement>(selector: string, within: ParentNode = document) => within.querySelector<E>(selector)

/** A part of the markup that a script cannot do without. */
export function need<E extends Element = HTMLElement>(selector: string, within?: ParentNode): E {
  const found = first<E>(selector, within)
  if (!found) throw new Error(selector)
  return found
}
