import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { unwrap } from '#app/contract/api-result.ts'
import type { Demo } from '#app/contract/demo.ts'
import { useSignUpOpen } from '#app/shell/account/use-sign-up-open.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { failureOf } from '#app/shell/calls/failure-of.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { RunNote } from '#app/shell/work/run-note.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { DemoFrame } from './demo-frame.tsx'
import { drawDemo } from './demo.functions.ts'
import { studioAddress } from './studio-address.ts'

type DemoResultProps = { prompt: string; onDraw: (prompt: string) => void }

/** The visitor's image, what is missing in it, and the way on. */
export function DemoResult({ prompt, onDraw }: DemoResultProps) {
  const { t } = useLingui()
  const { locale } = useSession()
  const failureMessage = useFailureMessage()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['demo', locale, prompt],
    queryFn: async () => unwrap(await drawDemo({ data: { prompt } })),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Offline it fails at once, with a message, instead of waiting silently.
    networkMode: 'always',
  })
  const failure = error && !isFetching ? failureOf(error) : null
  const demo = data && !isPlaceholderData && !failure ? data : null
  return (
    <DemoFrame
      busy={isFetching}
      caption={
        <>
          <div role="status" className="grid gap-1 empty:hidden">
            {isFetching && <Trans>Drawing…</Trans>}
            {demo && <Said demo={demo} />}
          </div>
          <div role="alert" className="empty:hidden">
            {failure && (
              <p className="rounded-control bg-danger-soft px-3.5 py-2.5 text-danger">
                {failure.fields?.prompt?.detail ?? failureMessage(failure)}
              </p>
            )}
          </div>
          {demo?.advice && <Ideas demo={demo} onDraw={onDraw} />}
          {!isFetching && (
            <div className="flex flex-wrap gap-2">
              <GoOn prompt={prompt} />
              {failure && failure.statusCode !== 422 && (
                <Button variant="secondary" onClick={() => void refetch()}>
                  <Trans>Try again</Trans>
                </Button>
              )}
            </div>
          )}
        </>
      }
    >
      {demo && (
        <img
          src={demo.image.url}
          width={demo.image.width}
          height={demo.image.height}
          alt={demo.advice ? t`Drawn by the built-in model` : prompt}
          className="size-full animate-rise object-cover"
        />
      )}
    </DemoFrame>
  )
}

function Said({ demo: { prompt, advice } }: { demo: Demo }) {
  return (
    <>
      <p className="wrap-anywhere">
        <Trans>“{prompt}”</Trans>
      </p>
      {advice && <RunNote note={advice} />}
    </>
  )
}

/** Prompts near to the one that could not be drawn. */
function Ideas({ demo: { advice }, onDraw }: { demo: Demo; onDraw: (prompt: string) => void }) {
  const { t } = useLingui()
  if (!advice || advice.suggestions.length === 0) return null
  return (
    <div role="group" aria-label={t`Ideas that I can draw`} className="flex flex-wrap gap-2">
      {advice.suggestions.map(({ prompt }) => (
        <Button key={prompt} variant="secondary" size="sm" onClick={() => onDraw(prompt)} className="text-left font-normal">
          {prompt}
        </Button>
      ))}
    </div>
  )
}

function GoOn({ prompt }: { prompt: string }) {
  const signUpOpen = useSignUpOpen()
  const redirect = studioAddress('image', prompt)
  return signUpOpen ? (
    <ButtonLink to="/signin" search={{ mode: 'sign-up', redirect }}>
      <Trans>Sign up and continue with this prompt</Trans>
    </ButtonLink>
  ) : (
    <ButtonLink to="/signin" search={{ redirect }}>
      <Trans>Sign in and continue with this prompt</Trans>
    </ButtonLink>
  )
}
