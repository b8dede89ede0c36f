import './markdown.css'
import { type ComponentProps, memo, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { defaultRemarkPlugins, type PluginConfig, Streamdown } from 'streamdown'
import { RichText } from '#app/ui/rich-text.tsx'
import { elements } from './elements.tsx'
import { mayHaveMath, normalizeMath } from './normalize-math.ts'
import { type Chunks, noChunks, splitChunks } from './split-chunks.ts'

type RemarkPlugin = NonNullable<ComponentProps<typeof Streamdown>['remarkPlugins']>[number]
type Parser = ThisParameterType<Extract<RemarkPlugin, (...options: never[]) => unknown>>

/** Disables parsing of HTML: it stays literal text. */
function withoutHtml(this: Parser) {
  const data: object = this.data()
  const others: unknown = 'micromarkExtensions' in data ? data.micromarkExtensions : []
  const without = { disable: { null: ['htmlFlow', 'htmlText'] } }
  Object.assign(data, { micromarkExtensions: [...(Array.isArray(others) ? others : []), without] })
}

const remarkPlugins: RemarkPlugin[] = [...Object.values(defaultRemarkPlugins), withoutHtml]
/** No plugins, because they could introduce HTML. */
const rehypePlugins: [] = []

type MarkdownProps = { text: string; writing?: boolean }

/**
 * Renders untrusted Markdown from a model: HTML is shown as text, links show their host, nothing is loaded from elsewhere. Streaming costs
 * the same at any length: finished chunks are parsed once and laid out only while visible.
 */
export default function Markdown({ text: given, writing = false }: MarkdownProps) {
  // Typing and scrolling have priority over rendering a long text.
  const text = useDeferredValue(given, '')
  const [chunks, setChunks] = useState<Chunks>(noChunks)
  const next = splitChunks(text, chunks)
  if (next.from !== chunks.from) setChunks(next)
  if (text === '' && given !== '') return <RichText text={given} />
  const tail = text.slice(next.from)
  const live = writing || text !== given
  return [...next.closed, ...(tail === '' ? [] : [tail])].map((chunk, index) => (
    <Chunk key={index} text={chunk} live={live && index === next.closed.length} />
  ))
}

/** A chunk of about a screenful, parsed again only when its own text changes. */
const Chunk = memo(function Chunk({ text, live }: { text: string; live: boolean }) {
  const plugins = useMath(text)
  const { box, ...room } = useRoom(live)
  return (
    <div ref={box} {...room}>
      <Streamdown
        mode="streaming"
        parseIncompleteMarkdown={live}
        isAnimating={live}
        components={elements}
        remarkPlugins={remarkPlugins}
        rehypePlugins={rehypePlugins}
        plugins={plugins}
        className={`markdown space-y-0 ${live ? 'writing' : ''}`}
      >
        {plugins ? normalizeMath(text) : text}
      </Streamdown>
    </div>
  )
})

/**
 * Manages the height of a chunk: off screen it is not laid out and keeps its measured height. A chunk streamed in while mounted is measured
 * first, because an estimate would shorten the page for a reader who has scrolled up.
 */
function useRoom(live: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(live)
  const [height, setHeight] = useState<number | null>(null)
  if (live && !seen) setSeen(true)
  useLayoutEffect(() => {
    if (!live && seen && box.current) setHeight(box.current.offsetHeight)
  }, [live, seen])
  if (live || (seen && height === null)) return { box }
  return {
    box,
    className: '[content-visibility:auto]',
    style: { containIntrinsicBlockSize: height === null ? 'auto 36rem' : `auto ${height}px` },
  }
}

let loadedMath: PluginConfig | undefined

/** The formula renderer, loaded with the first formula; undefined until then. */
function useMath(text: string): PluginConfig | undefined {
  const [loaded, setLoaded] = useState(loadedMath)
  const wanted = mayHaveMath(text)
  useEffect(() => {
    if (!wanted || loaded) return
    // Formulas are readable as source.
    void import('./math.ts').then(
      ({ math }) => setLoaded((loadedMath ??= { math })),
      () => undefined,
    )
  }, [wanted, loaded])
  return wanted ? loaded : undefined
}
