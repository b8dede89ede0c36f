import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type ApiFailure, unwrap } from '#app/contract/base/api-result.ts'
import {
  type ChallengeRule,
  challengeRules,
  type ModerationService,
  moderationServices,
  type SafetyRules,
  type SignUpRule,
  signUpRules,
} from '#app/contract/operator/safety.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { LoadError } from '#app/ui/load-error.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { BlockedContentList } from './blocked-content.tsx'
import { operatorKey } from '../base/operator.queries.ts'
import { Part } from '../people/person-part.tsx'
import { getSafetyRules, listUnusualSignUps, saveSafetyRules } from './safety.functions.ts'

const rulesQuery = queryOptions({ queryKey: [...operatorKey, 'safety'], queryFn: async () => unwrap(await getSafetyRules()) })
const unusualQuery = queryOptions({ queryKey: [...operatorKey, 'unusual'], queryFn: async () => unwrap(await listUnusualSignUps()) })

/** Rules of sign-ups, words that prompts may not contain, and addresses with unusual sign-ups. */
export function SafetyPage() {
  const { data, error } = useQuery(rulesQuery)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <div className="grid gap-1">
        <h1 className="text-3xl">
          <Trans>Safety</Trans>
        </h1>
        <p className="text-ink-soft">
          <Trans>Changes apply to the next sign-up and the next run.</Trans>
        </p>
      </div>
      {data ? <RulesForm rules={data} /> : error ? <LoadError error={error} /> : <Skeleton className="h-96" />}
      <BlockedContentList />
      <UnusualSignUps />
    </div>
  )
}

const linesOf = (text: string) => text.split('\n').flatMap((line) => line.trim() || [])

function RulesForm({ rules }: { rules: SafetyRules }) {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [signUp, setSignUp] = useState<SignUpRule>(rules.sign_up)
  const [domains, setDomains] = useState(rules.domains.join('\n'))
  const [refuses, setRefuses] = useState(rules.refuse_disposable)
  const [challenge, setChallenge] = useState<ChallengeRule>(rules.challenge)
  const [en, setEn] = useState(rules.words.en.join('\n'))
  const [ru, setRu] = useState(rules.words.ru.join('\n'))
  const [added, setAdded] = useState(rules.temporary_domains.added.join('\n'))
  const [excepted, setExcepted] = useState(rules.temporary_domains.excepted.join('\n'))
  const [checksAnswers, setChecksAnswers] = useState(rules.check_answers)
  const [moderation, setModeration] = useState<ModerationService>(rules.moderation)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const names: Record<SignUpRule, string> = {
    open: t({ message: 'Open', context: 'sign-up' }),
    invited: t`By invitation`,
    closed: t({ message: 'Closed', context: 'sign-up' }),
  }
  const hints: Record<SignUpRule, string> = {
    open: t`Anyone can create an account.`,
    invited: t`Only people who open the invitation link of someone with an account can create one.`,
    closed: t`No one can create an account.`,
  }
  const challengeNames: Record<ChallengeRule, string> = {
    never: t({ message: 'Never', context: 'security check' }),
    unusual: t`If unusual`,
    always: t({ message: 'Always', context: 'security check' }),
  }
  const serviceNames: Record<ModerationService, string> = { off: t({ message: 'Off', context: 'moderation' }), openai: 'OpenAI' }
  const errorAt = (beginning: string) =>
    Object.entries(failure?.fields ?? {}).find(([name]) => name === beginning || name.startsWith(`${beginning}.`))?.[1].detail

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    const result = await settle(
      saveSafetyRules({
        data: {
          sign_up: signUp,
          domains: linesOf(domains),
          refuse_disposable: refuses,
          challenge,
          words: { en: linesOf(en), ru: linesOf(ru) },
          temporary_domains: { added: linesOf(added), excepted: linesOf(excepted) },
          check_answers: checksAnswers,
          moderation,
        },
      }),
    )
    setBusy(false)
    if (!result.ok) return setFailure(result.error)
    queryClient.setQueryData(rulesQuery.queryKey, result.data)
    toast({ title: t`Rules saved`, tone: 'ok' })
  }

  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <Part id="sign-ups" title={<Trans>Sign-up</Trans>}>
        <div className="grid max-w-prose gap-5">
          {rules.closed_by_environment && (
            <p className="text-danger">
              <Trans>The server’s settings close sign-up (SIGN_UP=off), whatever is chosen here.</Trans>
            </p>
          )}
          <div className="grid gap-2">
            <Segmented
              label={t`New accounts`}
              value={signUp}
              onValueChange={setSignUp}
              items={signUpRules.map((value) => ({ value, label: names[value] }))}
            />
            <p className="text-sm text-ink-soft">{hints[signUp]}</p>
          </div>
          <TextArea
            label={<Trans>Allowed email domains</Trans>}
            hint={t`One per line, for example example.com. Empty: all domains.`}
            rows={3}
            value={domains}
            onChange={(event) => setDomains(event.target.value)}
            error={errorAt('domains')}
          />
          <Switch label={<Trans>Refuse temporary email addresses</Trans>} checked={refuses} onCheckedChange={setRefuses} />
          <p className="text-sm text-ink-soft">
            <Trans>
              Otherwise they can sign up, but get no free tokens. The same applies when someone changes their address. A built-in list names
              such domains. Adjust it below.
            </Trans>
          </p>
          <div className="grid items-start gap-5 md:grid-cols-2">
            <TextArea
              label={<Trans>Treat as temporary</Trans>}
              hint={t`One domain per line. Subdomains are included.`}
              rows={3}
              value={added}
              onChange={(event) => setAdded(event.target.value)}
              error={errorAt('temporary_domains.added')}
            />
            <TextArea
              label={<Trans>Treat as permanent</Trans>}
              hint={t`Domains listed by mistake.`}
              rows={3}
              value={excepted}
              onChange={(event) => setExcepted(event.target.value)}
              error={errorAt('temporary_domains.excepted')}
            />
          </div>
          <div className="grid gap-2">
            <Segmented
              label={t`Security check at sign-up`}
              value={challenge}
              onValueChange={setChallenge}
              items={challengeRules.map((value) => ({ value, label: challengeNames[value] }))}
            />
            <p className="text-sm text-ink-soft">
              {rules.challenge_by_environment ? (
                <Trans>The server’s settings require it of everyone (SIGN_UP_CHALLENGE=on).</Trans>
              ) : (
                <Trans>
                  The browser solves a small task that keeps bots out. Unusual: from the third account of a network address in 7 days.
                </Trans>
              )}
            </p>
          </div>
        </div>
      </Part>
      <Part id="words" title={<Trans>Blocked words</Trans>}>
        <p className="max-w-prose text-ink-soft">
          <Trans>
            Prompts that contain one of them are refused before anything is charged. One word or phrase per line; an asterisk at the end
            also matches longer words.
          </Trans>
        </p>
        <div className="grid items-start gap-5 md:grid-cols-2">
          <TextArea
            label={<Trans>In English</Trans>}
            lang="en"
            rows={6}
            value={en}
            onChange={(event) => setEn(event.target.value)}
            error={errorAt('words.en')}
          />
          <TextArea
            label={<Trans>In Russian</Trans>}
            lang="ru"
            rows={6}
            value={ru}
            onChange={(event) => setRu(event.target.value)}
            error={errorAt('words.ru')}
          />
        </div>
        <div className="grid max-w-prose gap-1">
          <Switch label={<Trans>Also check answers and text files</Trans>} checked={checksAnswers} onCheckedChange={setChecksAnswers} />
          <p className="text-sm text-ink-soft">
            <Trans>A text that contains a blocked word isn’t stored, and the run is free. Reasoning appears only after its check.</Trans>
          </p>
        </div>
      </Part>
      <Part id="moderation" title={<Trans>Moderation service</Trans>}>
        <div className="grid max-w-prose gap-2">
          <Segmented
            label={t`Moderation service`}
            hideLabel
            value={moderation}
            onValueChange={setModeration}
            items={moderationServices.map((value) => ({ value, label: serviceNames[value] }))}
          />
          {errorAt('moderation') && (
            <p role="alert" className="text-sm text-danger">
              {errorAt('moderation')}
            </p>
          )}
          <p className="text-sm text-ink-soft">
            {rules.moderation_by_environment ? (
              <Trans>The server’s settings require OpenAI’s service (MODERATION=openai), whatever is chosen here.</Trans>
            ) : (
              <Trans>
                OpenAI checks prompts, texts and images free of charge, with the key from{' '}
                <Link to="/operator/connections" className="link">
                  Models and connections
                </Link>
                . Prompts and images of all models are sent to it. While it can’t be reached, runs fail and cost nothing.
              </Trans>
            )}
          </p>
        </div>
      </Part>
      <div className="grid gap-3">
        <div role="alert" className="text-danger empty:hidden">
          {failure && !failure.fields && failureMessage(failure)}
        </div>
        <Button type="submit" busy={busy} className="justify-self-start">
          <Trans>Save rules</Trans>
        </Button>
      </div>
    </form>
  )
}

function UnusualSignUps() {
  const { t } = useLingui()
  const format = useFormat()
  const { data, error } = useQuery(unusualQuery)
  return (
    <Part id="unusual" title={<Trans>Unusual sign-ups</Trans>}>
      <p className="max-w-prose text-ink-soft">
        <Trans>
          Network addresses with three or more new accounts in the last 7 days. Open one to see its people and act on all of them.
        </Trans>
      </p>
      {error ? (
        <LoadError error={error} />
      ) : !data ? (
        <Skeleton className="h-24" />
      ) : data.items.length === 0 ? (
        <p className="text-ink-soft">
          <Trans>Nothing unusual.</Trans>
        </p>
      ) : (
        <ul>
          {data.items.map(({ address, accounts, blocked, barred, newest_at: newest, people }) => (
            <li key={address} className="grid gap-0.5 border-b border-line/60 py-3 last:border-0">
              <p className="flex flex-wrap gap-x-3">
                <Link to="/operator/people" search={{ q: address }} className="link font-medium wrap-anywhere">
                  {address}
                </Link>
                <span>{t`${plural(accounts, { one: '# account', other: '# accounts' })}`}</span>
              </p>
              <p className="text-sm text-ink-soft">
                <time dateTime={newest}>{format.relative(newest)}</time>
                {barred > 0 && (
                  <>
                    {' · '}
                    <Trans>without free tokens: {format.number(barred)}</Trans>
                  </>
                )}
                {blocked > 0 && (
                  <>
                    {' · '}
                    <Trans>blocked: {format.number(blocked)}</Trans>
                  </>
                )}
              </p>
              <ul className="flex flex-wrap gap-x-4 text-sm">
                {people.map((person) => (
                  <li key={person.id}>
                    <Link
                      to="/operator/people/$person"
                      params={{ person: person.id }}
                      className={`link inline-flex min-h-11 items-center wrap-anywhere sm:min-h-0 ${person.blocked ? 'text-ink-soft line-through' : ''}`}
                    >
                      {person.email}
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
