import type { OptionValues } from '#app/contract/runs/generations.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { digest } from '#app/shell/media/text-samples.ts'
import { Prose } from '#app/runs/media.tsx'
import { sortOf } from '#app/runs/models/model-sort.ts'
import { type ExampleProps, Examples } from './examples.tsx'

const keyPoints: OptionValues = { task: 'key-points', length: 'short' }

export function TextExample(props: ExampleProps) {
  const { locale } = useSession()
  const { source, points } = digest[locale]
  const isTool = props.model && sortOf(props.model) === 'tool'
  return (
    <Examples {...props} words={source} needs={isTool ? keyPoints : undefined}>
      <div className="rounded-card border border-line bg-surface p-5 sm:p-6">
        <Prose text={points.map((point) => `- ${point}`).join('\n')} />
      </div>
    </Examples>
  )
}
