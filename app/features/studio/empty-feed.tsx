import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Kind } from '#app/contract/common.ts'
import { Button } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Mark } from '#app/ui/mark.tsx'
import { Waveform } from '#app/ui/waveform.tsx'

type EmptyFeedProps = { kind: Kind; example: string | undefined; onExample: (prompt: string) => void }

/** The first thing a newcomer sees of a kind: a prompt that works, one press away. */
export function EmptyFeed({ kind, example, onExample }: EmptyFeedProps) {
  const { t } = useLingui()
  const titles: Record<Kind, string> = { video: t`Your videos will be here`, image: t`Your pictures will be here`, audio: t`Your recordings will be here`, text: t`Your texts will be here` }
  return (
    <div data-kind={kind}>
      <Empty
        title={titles[kind]}
        example={<Sample kind={kind} />}
        action={
          example && (
            <Button variant="secondary" onClick={() => onExample(example)}>
              <Trans>Try this prompt</Trans>
            </Button>
          )
        }
      >
        {example && <p className="line-clamp-4">“{example}”</p>}
      </Empty>
    </div>
  )
}

const speech = Array.from({ length: 48 }, (_, index) => Math.abs(Math.sin(index / 3) * Math.cos(index / 11)) * (index % 7 === 6 ? 0.25 : 0.95) + 0.05)

function Sample({ kind }: { kind: Kind }): ReactNode {
  const frame = 'grid place-items-center overflow-hidden rounded-card bg-kind-soft'
  switch (kind) {
    case 'audio':
      return (
        <div className={`${frame} h-24 w-72 max-w-full px-6`}>
          <Waveform peaks={speech} bars={48} played={0.4} className="h-12 w-full" />
        </div>
      )
    case 'text':
      return (
        <div aria-hidden className={`${frame} w-72 max-w-full gap-2 p-6`}>
          {['w-full', 'w-11/12', 'w-full', 'w-1/2'].map((width, index) => (
            <span key={index} className={`h-2 justify-self-start rounded-full bg-kind-mark/45 ${width}`} />
          ))}
        </div>
      )
    case 'image':
    case 'video':
      return (
        <div className={`${frame} ${kind === 'image' ? 'size-40' : 'aspect-video w-72 max-w-full'}`}>
          <Mark size={48} />
        </div>
      )
  }
}
