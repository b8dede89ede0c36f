// Browser tests ask what a person sees: `seen(locator)` instead of `toBeVisible` for results, buttons, dialogs and alerts, because
// `toBeVisible` is true for an image under a veil.

const roles = new Set(['img', 'button', 'dialog', 'alertdialog', 'alert'])
const selector = /(?:^|[\s>])(?:img|video|audio|dialog|button)(?:[[.:#][^\s>]*)?$/

/** Locator methods that choose among the elements of the locator before them. */
const narrowing = new Set(['first', 'last', 'nth', 'filter', 'and'])

/**
 * Returns the element that a locator finds, as the test names it, if it must be seen. `definitions` maps names of the file to what they are:
 * a locator, or a function that returns one.
 */
export function findUnseen(node, definitions) {
  if (node?.type === 'Identifier') {
    const known = definitions.get(node.name)
    return known && findUnseen(known, without(definitions, node.name))
  }
  if (node?.type === 'ArrowFunctionExpression') return findUnseen(node.body, definitions)
  if (node?.type !== 'CallExpression') return undefined
  const { callee } = node
  if (callee.type === 'Identifier') return findUnseen(callee, definitions)
  if (callee.type !== 'MemberExpression') return undefined
  const method = callee.property.name
  if (narrowing.has(method)) return findUnseen(callee.object, definitions)
  const [first] = node.arguments
  if (first?.type !== 'Literal' || typeof first.value !== 'string') return undefined
  if (method === 'getByRole' && roles.has(first.value)) return first.value
  if (method === 'locator' && selector.test(first.value)) return first.value
  return undefined
}

/** A name that is defined by itself, as in a shadowing scope, ends the search. */
function without(definitions, name) {
  const rest = new Map(definitions)
  rest.delete(name)
  return rest
}

const rule = {
  meta: { type: 'problem' },
  create(context) {
    if (!/\/tests\/e2e\/.*\.ts$/.test(context.filename.replaceAll('\\', '/'))) return {}
    const definitions = new Map()
    const asked = []
    return {
      VariableDeclarator({ id, init }) {
        if (id.type === 'Identifier' && init) definitions.set(id.name, init)
      },
      CallExpression(node) {
        const { callee } = node
        if (callee.type !== 'MemberExpression' || callee.property.name !== 'toBeVisible') return
        const { object } = callee
        if (object.type === 'CallExpression' && object.callee.name === 'expect') asked.push({ node, locator: object.arguments[0] })
      },
      'Program:exit'() {
        for (const { node, locator } of asked) {
          const found = findUnseen(locator, definitions)
          if (found) context.report({ node, message: `“${found}” may be covered: ask with \`seen(locator)\`, not with \`toBeVisible\`.` })
        }
      },
    }
  },
}

export default { meta: { name: 'browser-tests' }, rules: { 'seen-elements': rule } }
