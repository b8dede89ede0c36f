import type { OptionValues } from '#app/contract/generations.ts'
import { digest } from '#app/shell/samples-in-words.ts'
import { useSession } from '#app/shell/session.queries.ts'
import { Prose } from '#app/shell/work/media.tsx'
import { type EmptyFeedProps, Examples } from './empty-feed.tsx'
import { sortOf } from './help/model-sort.ts'

const keyPoints: OptionValues = { task: 'key-points', length: 'short' }

export function TextExample(props: EmptyFeedProps) {
  const { locale } = useSession()
  const { source, points } = digest[locale]
  const isTool = props.model && sortOf(props.model) === 'tool'
  return (
    <Examples {...props} words={source} options={isTool ? keyPoints : undefined}>
      <div className="rounded-card border border-line bg-surface p-5 sm:p-6">
        <Prose text={points.map((point) => `- ${point}`).join('\n')} />
      </div>
    </Examples>
  )
}
