import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseSync } from 'rolldown/utils'
import type { Plugin } from 'vite'

/** The file of React 19.3.1 that the lists below were read from. A new version needs them to be read again, then its own hash. */
const reviewed = 'a319b413b7a19ee3'

/** Work tags of components that no page renders: `SuspenseList`, `ViewTransition`, `Activity`. */
const unusedTags = new Set([19, 30, 31])

/** Element types of these components: React refuses them like any unknown type. */
const unusedTypes = new Set(['REACT_ACTIVITY_TYPE', 'REACT_SUSPENSE_LIST_TYPE', 'REACT_VIEW_TRANSITION_TYPE'])

/** Methods that only refs of fragments and view transitions have. */
const unusedClasses = new Set(['FragmentInstance', 'ViewTransitionPseudoElement'])

/** Functions that do nothing as long as no page uses these features. */
const unusedFunctions = new Set(
  `
    trackEnterViewTransitions applyViewTransitionToHostInstances applyViewTransitionToHostInstancesRecursive
    restoreViewTransitionOnHostInstances commitAppearingPairViewTransitions commitEnterViewTransitions
    commitDeletedPairViewTransitions commitExitViewTransitions commitNestedViewTransitions restorePairedViewTransitions
    restoreEnterOrExitViewTransitions restoreNestedViewTransitions measureViewTransitionHostInstancesRecursive
    measureNestedViewTransitions scheduleViewTransitionEvent applyViewTransitionName restoreViewTransitionName
    startViewTransition createViewTransitionInstance getViewTransitionName getViewTransitionClassName
    commitAfterMutationEffectsOnFiber recursivelyTraverseAfterMutationEffects flushAfterMutationEffects
    reportViewTransitionError measureInstance commitNewChildToFragmentInstance deleteChildFromFragmentInstance
    updateSuspenseListComponent updateActivityComponent mountActionState updateActionState updateActionStateImpl
    rerenderActionState runActionStateAction dispatchActionState updateOptimisticImpl dispatchOptimisticSetState
    preinitStyle preinitScript preinitModuleScript preload preloadModule
  `
    .trim()
    .split(/\s+/),
)

/** Names a component in the stack of an error, without calling it again to find its line in a minified file. */
const frame = {
  name: 'describeNativeComponentFrame',
  body: "var name=fn&&(fn.displayName||fn.name);return name?describeBuiltInComponentFrame(name):'';",
}

/** Exports of React that need the removed code. */
const forbidden =
  /\b(?:ViewTransition|Activity|unstable_SuspenseList|SuspenseList|useActionState|useFormState|useOptimistic|preinit|preinitModule|preload|preloadModule)\b/

/**
 * Removes features of React that no page uses from `react-dom`, which is half of every page's first load. Fails the build if React
 * changes, or if a module of the client imports a removed feature.
 */
export function leanReactDom(): Plugin {
  let isFound = false
  return {
    name: 'lean-react-dom',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (/\/react-dom\/cjs\/react-dom-client\.production\.js(?:\?|$)/.test(id)) {
        isFound = true
        return { code: withoutUnused(readFileSync(id.replace(/\?.*/, ''), 'utf8')), map: null }
      }
      for (const [, names = '', other = ''] of code.matchAll(
        /import\s+(?:\w+\s*,\s*)?\{([^}]+)\}\s*from\s*['"](?:react|react-dom)['"]|\b(?:React|ReactDOM)\.(\w+)/g,
      )) {
        const [found] = forbidden.exec(names || other) ?? []
        if (found && !/\/node_modules\/react(?:-dom)?\//.test(id)) this.error(`${id} uses ${found}, which lean-react-dom removes.`)
      }
      return undefined
    },
    buildEnd(error) {
      if (!error && !isFound) this.error('react-dom-client.production.js is no longer part of the client.')
    },
  }
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Edit = { start: number; end: number; text: string }

export function withoutUnused(source: string): string {
  const found = createHash('sha256').update(source).digest('hex').slice(0, 16)
  if (found !== reviewed) throw new Error(`react-dom has changed (${found}): review the lists of scripts/vite/lean-react-dom.ts.`)
  const edits: Edit[] = []
  const emptied = new Set<string>()
  visit(parseSync('react-dom.js', source, { sourceType: 'script' }).program, [])
  const missing = [...unusedFunctions, frame.name].filter((name) => !emptied.has(name))
  if (missing.length > 0) throw new Error(`react-dom has no function ${missing.join(', ')}.`)
  return edited(source, edits)

  function visit(node: unknown, hoisted: string[]): void {
    if (Array.isArray(node)) return node.forEach((child) => visit(child, hoisted))
    if (!isNode(node)) return
    if (node.type === 'FunctionDeclaration' && isNode(node.id) && isNode(node.body)) {
      const name = String(node.id.name)
      if (unusedFunctions.has(name) || name === frame.name) {
        emptied.add(name)
        edits.push({ ...within(node.body), text: name === frame.name ? frame.body : '' })
        return
      }
    }
    if (node.type === 'ExpressionStatement' && unusedClasses.has(/^(\w+)\.prototype\.\w+ = /.exec(source.slice(node.start))?.[1] ?? '')) {
      edits.push({ start: node.start, end: node.end, text: '' })
      return
    }
    if (node.type === 'BinaryExpression' && node.operator === '===' && isUnusedTag(node.left) && textOf(node.right).endsWith('.tag')) {
      edits.push({ start: node.start, end: node.end, text: 'false' })
      return
    }
    if (/Function/.test(node.type) && isNode(node.body) && node.body.type === 'BlockStatement') {
      const own: string[] = []
      for (const key in node) if (key !== 'type') visit(node[key], own)
      if (own.length > 0) edits.push({ start: node.body.start + 1, end: node.body.start + 1, text: `var ${[...new Set(own)].join(',')};` })
      return
    }
    if (node.type === 'SwitchStatement' && Array.isArray(node.cases)) {
      visit(node.discriminant, hoisted)
      let isEntered = false
      for (const branch of node.cases.filter(isNode)) {
        const isUnused = textOf(node.discriminant).endsWith('.tag') ? isUnusedTag(branch.test) : unusedTypes.has(textOf(branch.test))
        const body = Array.isArray(branch.consequent) ? branch.consequent.filter(isNode) : []
        if (isUnused && !isEntered) {
          // Variables are visible in the whole function.
          hoisted.push(...variablesIn(body))
          edits.push({ start: branch.start, end: branch.end, text: '' })
          continue
        }
        if (isUnused && isNode(branch.test)) {
          // The case before continues here.
          edits.push({ start: branch.start, end: body[0]?.start ?? branch.end, text: '' })
        }
        visit(body, hoisted)
        isEntered = !ends(body)
      }
      return
    }
    for (const key in node) if (key !== 'type') visit(node[key], hoisted)
  }

  function isUnusedTag(node: unknown): boolean {
    return isNode(node) && node.type === 'Literal' && typeof node.value === 'number' && unusedTags.has(node.value)
  }
  function textOf(node: unknown): string {
    return isNode(node) ? source.slice(node.start, node.end) : ''
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const within = ({ start, end }: Node) => ({ start: start + 1, end: end - 1 })

const leaves = new Set(['BreakStatement', 'ReturnStatement', 'ThrowStatement', 'ContinueStatement'])
const ends = (body: readonly Node[]) => leaves.has(body.at(-1)?.type ?? '')

function variablesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(variablesIn)
  if (!isNode(node) || /Function/.test(node.type)) return []
  const own = node.type === 'VariableDeclarator' && isNode(node.id) ? [String(node.id.name)] : []
  return [...own, ...Object.keys(node).flatMap((key) => (key === 'type' ? [] : variablesIn(node[key])))]
}

function edited(source: string, edits: readonly Edit[]): string {
  let text = ''
  let end = 0
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    text += source.slice(end, edit.start) + edit.text
    end = edit.end
  }
  return text + source.slice(end)
}
