/**
 * Keeps React working while a page translator or an extension replaces text nodes by elements. React holds on to its text nodes, so removing
 * one, inserting before one, or changing one would throw or would show nothing (https://github.com/facebook/react/issues/11538). The guard
 * remembers which element replaced which texts, and puts the texts back before React touches one of them; a translator then translates the
 * new text.
 */
export function guardForeignNodes(root: Document = document): void {
  const standIns = new WeakMap<Node, Element>()
  const originals = new WeakMap<Element, Text[]>()
  const { removeChild, insertBefore, appendChild } = Node.prototype

  const observer = new MutationObserver(note)
  observer.observe(root, { childList: true, subtree: true })

  function note(records: MutationRecord[]) {
    const added = new Set<Node>()
    for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') {
        // Only texts out of the document are watched: React has changed one that is not visible.
        putBack(target)
        continue
      }
      for (const node of addedNodes) added.add(node)
      for (const node of removedNodes) {
        if (!(node instanceof Text) || node.isConnected) continue
        const standIn = [...addedNodes, previousSibling, nextSibling].find((near) => near instanceof Element && added.has(near))
        if (standIn instanceof Element) replace(node, standIn)
      }
    }
  }

  function replace(text: Text, standIn: Element) {
    standIns.set(text, standIn)
    originals.set(standIn, [...(originals.get(standIn) ?? []), text])
    observer.observe(text, { characterData: true })
  }

  function putBack(node: Node) {
    const standIn = standIns.get(node)
    if (!standIn) return
    const texts = originals.get(standIn) ?? []
    for (const text of texts) standIns.delete(text)
    originals.delete(standIn)
    const parent = standIn.parentNode
    if (!parent) return
    for (const text of texts) if (!text.isConnected) insertBefore.call(parent, text, standIn)
    removeChild.call(parent, standIn)
  }

  /** Puts a node back that is not where React has placed it. */
  function expectIn(parent: Node, node: Node) {
    if (node.parentNode === parent) return
    note(observer.takeRecords())
    putBack(node)
  }

  /** Returns the child of `parent` that contains `node`, which a translator may have wrapped. */
  function childOf(parent: Node, node: Node): Node | null {
    let child: Node | null = node
    while (child && child.parentNode !== parent) child = child.parentNode
    return child
  }

  Node.prototype.removeChild = function guarded<T extends Node>(this: Node, child: T): T {
    expectIn(this, child)
    if (child.parentNode && this.contains(child)) removeChild.call(child.parentNode, child)
    return child
  }
  Node.prototype.insertBefore = function guarded<T extends Node>(this: Node, node: T, before: Node | null): T {
    putBack(node)
    if (before) expectIn(this, before)
    insertBefore.call(this, node, before && childOf(this, before))
    return node
  }
  Node.prototype.appendChild = function guarded<T extends Node>(this: Node, node: T): T {
    putBack(node)
    appendChild.call(this, node)
    return node
  }
}
