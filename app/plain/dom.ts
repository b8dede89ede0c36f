/** Type parameters come from the caller: a selector names the element. */
export const all = <E extends Element = HTMLElement>(selector: string, within: ParentNode = document) => [
  ...within.querySelectorAll<E>(selector),
]
export const first = <E extends Element = HTMLElement>(selector: string, within: ParentNode = document) => within.querySelector<E>(selector)
