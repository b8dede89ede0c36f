export const all = <E extends Element = HTMLElement>(selector: string, within: ParentNode = document) => [
  ...within.querySelectorAll<E>(selector),
]
export const first = <E extends Element = HTMLElement>(selector: string, within: ParentNode = document) => within.querySelector<E>(selector)

/** Returns a required part of the markup; throws if it is missing. */
export function need<E extends Element = HTMLElement>(selector: string, within?: ParentNode): E {
  const found = first<E>(selector, within)
  if (!found) throw new Error(selector)
  return found
}
