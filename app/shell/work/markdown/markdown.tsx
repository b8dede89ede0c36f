import './markdown.css'
import { type ComponentProps, memo, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { defaultRemarkPlugins, type PluginConfig, Streamdown } from 'streamdown'
import { RichText } from '#app/ui/rich-text.tsx'
import { elements } from './elements.tsx'
import { mayHaveMath, normalizeMath } from './normalize-math.ts'
import { type Chunks, noChunks, splitChunks } from './split-chunks.ts'

type RemarkPlugin = NonNullable<ComponentProps<typeof Streamdown>['remarkPlugins']>[number]
type Parser = ThisParameterType<Extract<RemarkPlugin, (...options: never[]) => unknown>>

/** HTML is not even looked for: it stays words among words, with what follows it on its line. */
function withoutHtml(this: Parser) {
  const data: object = this.data()
  const others: unknown = 'micromarkExtensions' in data ? data.micromarkExtensions : []
  const without = { disable: { null: ['htmlFlow', 'htmlText'] } }
  Object.assign(data, { micromarkExtensions: [...(Array.isArray(others) ? others : []), without] })
}

const remarkPlugins: RemarkPlugin[] = [...Object.values(defaultRemarkPlugins), withoutHtml]
/** None of those that would bring HTML in. */
const rehypePlugins: [] = []

type MarkdownProps = { text: string; writing?: boolean }

/**
 * A model's words. They may be anything: HTML is shown as text, links say where they lead, nothing is loaded from elsewhere. Grows at the same
 * cost however long it is: what is behind is parsed once, and laid out only while it is in sight.
 */
export default function Markdown({ text: given, writing = false }: MarkdownProps) {
  // Typing and scrolling come first; a long text is set piece by piece between them.
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

/** A screenful, more or less: parsed anew only when its own words change. */
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
 * Out of sight, a chunk is not laid out and only takes up room. One that was written before the reader's eyes is measured first: with a guess
 * in its place the page would become shorter under somebody who has scrolled up.
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

/** The means to set formulas, asked for when the first one comes; undefined until then. */
function useMath(text: string): PluginConfig | undefined {
  const [loaded, setLoaded] = useState(loadedMath)
  const wanted = mayHaveMath(text)
  useEffect(() => {
    if (!wanted || loaded) return
    // Unset, a formula can still be read.
    void import('./math.ts').then(
      ({ math }) => setLoaded((loadedMath ??= { math })),
      () => undefined,
    )
  }, [wanted, loaded])
  return wanted ? loaded : undefined
}
