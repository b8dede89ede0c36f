import { noteSigns } from './references.ts'

/** The parts of a Markdown tree that the plugins read. */
type Node = {
  type: string
  value?: string
  children?: Node[]
  ordered?: boolean | null
  start?: number | null
  data?: { hName?: string; hProperties?: Record<string, string> }
}

/** HTML that means a look of the text and is safe without attributes, and the signs of notes. */
const mark = new RegExp(String.raw`<br\s{0,4}/?>[ \t]*\n?|<(/?)(sub|sup|kbd)>|${noteSigns.source}`, 'gi')
/** Elements within each other; more of them are shown as their source. */
const deepest = 5

/** Renders the few HTML elements that have no form in Markdown, and the numbers of notes. All other HTML stays literal text. */
export function remarkMarks() {
  return (tree: Node): void => {
    const open: Node[] = [tree]
    for (let node = open.pop(); node; node = open.pop()) {
      if (!node.children) continue
      if (node.children.some(({ type, value }) => type === 'text' && /[<\uE000]/.test(value ?? ''))) node.children = marked(node.children)
      open.push(...node.children)
    }
  }
}

type Frame = { tag: string; source: string; nodes: Node[] }

function marked(children: readonly Node[]): Node[] {
  const frames: Frame[] = [{ tag: '', source: '', nodes: [] }]
  const top = () => frames.at(-1)?.nodes ?? []
  const say = (value: string) => {
    const last = top().at(-1)
    if (last?.type === 'text') last.value = (last.value ?? '') + value
    else if (value !== '') top().push({ type: 'text', value })
  }
  /** Ends the innermost element; one without an end is its source. */
  const end = (isClosed: boolean) => {
    const frame = frames.pop()
    if (!frame) return
    if (isClosed) top().push({ type: 'marked', data: { hName: frame.tag }, children: frame.nodes })
    else {
      say(frame.source)
      top().push(...frame.nodes)
    }
  }
  for (const child of children) {
    if (child.type !== 'text' || child.value === undefined) {
      top().push(child)
      continue
    }
    let at = 0
    for (const found of child.value.matchAll(mark)) {
      const [source, slash, name, note] = found
      say(child.value.slice(at, found.index))
      at = found.index + source.length
      const tag = name?.toLowerCase()
      const opened = frames.findLastIndex((frame) => frame.tag === tag)
      if (note !== undefined)
        top().push({
          type: 'marked',
          data: { hName: 'sup', hProperties: { 'data-note': note } },
          children: [{ type: 'text', value: note }],
        })
      else if (tag === undefined) top().push({ type: 'break' })
      else if (slash === '' && frames.length <= deepest) frames.push({ tag, source, nodes: [] })
      else if (slash === '/' && opened > 0) {
        while (frames.length > opened + 1) end(false)
        end(true)
      } else say(source)
    }
    say(child.value.slice(at))
  }
  while (frames.length > 1) end(false)
  return top()
}

/** Blocks between two parts of a list whose items all have the number 1. */
const between: ReadonlySet<string> = new Set(['code', 'table', 'math'])

/** Continues the numbers of a list behind code or a table that is not indented, if its items are all written as `1.` */
export function remarkLists() {
  return ({ children = [] }: Node): void => {
    let before: Node | undefined
    for (const node of children) {
      if (node.type !== 'list') {
        if (!between.has(node.type)) before = undefined
        continue
      }
      if (node.ordered && before && node.start === 1) node.start = (before.start ?? 1) + (before.children?.length ?? 0)
      before = node.ordered ? node : undefined
    }
  }
}
