/** A node of the syntax tree, as the linter passes it. */
type Node = { type: string }

export function findUnseen(node: Node | undefined, definitions: ReadonlyMap<string, Node>): string | undefined

declare const plugin: { meta: { name: string }; rules: Record<string, object> }
export default plugin
