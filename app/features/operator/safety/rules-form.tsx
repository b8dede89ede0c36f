import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, type FormEvent, useState } from 'react'
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
import { Button } from '#app/ui/controls/button.tsx'
import { TextArea } from '#app/ui/controls/field.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { operatorKey } from '../base/operator.queries.ts'
import { Part } from '../people/person-part.tsx'
import { getSafetyRules, saveSafetyRules } from './safety.functions.ts'

export const rulesQuery = queryOptions({ queryKey: [...operatorKey, 'safety'], queryFn: async () => unwrap(await getSafetyRules()) })

/** The lists of the rules, as they are typed: one entry per line. */
const lists = ['domains', 'temporary_domains.added', 'temporary_domains.excepted', 'words.en', 'words.ru'] as const
type List = (typeof lists)[number]
type Choices = Pick<SafetyRules, 'sign_up' | 'refuse_disposable' | 'challenge' | 'check_answers' | 'moderation'>

const linesOf = (text: string) => text.split('\n').flatMap((line) => line.trim() || [])

type PartProps = {
  rules: SafetyRules
  choices: Choices
  onChoose: (chosen: Partial<Choices>) => void
  /** Properties of the field of a list. */
  fieldOf: (name: List) => Pick<ComponentProps<typeof TextArea>, 'value' | 'onChange' | 'error'>
  errorAt: (name: string) => string | undefined
}

export function RulesForm({ rules }: { rules: SafetyRules }) {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [choices, setChoices] = useState<Choices>(rules)
  const [texts, setTexts] = useState<Record<List, string>>({
    domains: rules.domains.join('\n'),
    'temporary_domains.added': rules.temporary_domains.added.join('\n'),
    'temporary_domains.excepted': rules.temporary_domains.excepted.join('\n'),
    'words.en': rules.words.en.join('\n'),
    'words.ru': rules.words.ru.join('\n'),
  })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const errorAt = (beginning: string) =>
    Object.entries(failure?.fields ?? {}).find(([name]) => name === beginning || name.startsWith(`${beginning}.`))?.[1].detail

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    const { sign_up, refuse_disposable, challenge, check_answers, moderation } = choices
    const result = await settle(
      saveSafetyRules({
        data: {
          sign_up,
          refuse_disposable,
          challenge,
          check_answers,
          moderation,
          domains: linesOf(texts.domains),
          words: { en: linesOf(texts['words.en']), ru: linesOf(texts['words.ru']) },
          temporary_domains: { added: linesOf(texts['temporary_domains.added']), excepted: linesOf(texts['temporary_domains.excepted']) },
        },
      }),
    )
    setBusy(false)
    if (!result.ok) return setFailure(result.error)
    queryClient.setQueryData(rulesQuery.queryKey, result.data)
    toast({ title: t`Rules saved`, tone: 'ok' })
  }

  const part: PartProps = {
    rules,
    choices,
    onChoose: (chosen) => setChoices((before) => ({ ...before, ...chosen })),
    fieldOf: (name) => ({
      value: texts[name],
      onChange: ({ target }) => setTexts((before) => ({ ...before, [name]: target.value })),
      error: errorAt(name),
    }),
    errorAt,
  }
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <SignUpPart {...part} />
      <WordsPart {...part} />
      <ModerationPart {...part} />
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

function SignUpPart({ rules, choices, onChoose, fieldOf }: PartProps) {
  const { t } = useLingui()
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
  return (
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
            value={choices.sign_up}
            onValueChange={(chosen) => onChoose({ sign_up: chosen })}
            items={signUpRules.map((value) => ({ value, label: names[value] }))}
          />
          <p className="text-sm text-ink-soft">{hints[choices.sign_up]}</p>
        </div>
        <TextArea
          {...fieldOf('domains')}
          label={<Trans>Allowed email domains</Trans>}
          hint={t`One per line, for example example.com. Empty: all domains.`}
          rows={3}
        />
        <Switch
          label={<Trans>Refuse temporary email addresses</Trans>}
          checked={choices.refuse_disposable}
          onCheckedChange={(chosen) => onChoose({ refuse_disposable: chosen })}
        />
        <p className="text-sm text-ink-soft">
          <Trans>
            Otherwise they can sign up, but get no free tokens. The same applies when someone changes their address. A built-in list names
            such domains. Adjust it below.
          </Trans>
        </p>
        <div className="grid items-start gap-5 md:grid-cols-2">
          <TextArea
            {...fieldOf('temporary_domains.added')}
            label={<Trans>Treat as temporary</Trans>}
            hint={t`One domain per line. Subdomains are included.`}
            rows={3}
          />
          <TextArea
            {...fieldOf('temporary_domains.excepted')}
            label={<Trans>Treat as permanent</Trans>}
            hint={t`Domains listed by mistake.`}
            rows={3}
          />
        </div>
        <ChallengeChoice rules={rules} value={choices.challenge} onChoose={(challenge) => onChoose({ challenge })} />
      </div>
    </Part>
  )
}

type ChallengeChoiceProps = { rules: SafetyRules; value: ChallengeRule; onChoose: (chosen: ChallengeRule) => void }

function ChallengeChoice({ rules, value: chosen, onChoose }: ChallengeChoiceProps) {
  const { t } = useLingui()
  const names: Record<ChallengeRule, string> = {
    never: t({ message: 'Never', context: 'security check' }),
    unusual: t`If unusual`,
    always: t({ message: 'Always', context: 'security check' }),
  }
  return (
    <div className="grid gap-2">
      <Segmented
        label={t`Security check at sign-up`}
        value={chosen}
        onValueChange={onChoose}
        items={challengeRules.map((value) => ({ value, label: names[value] }))}
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
  )
}

function WordsPart({ choices, onChoose, fieldOf }: PartProps) {
  return (
    <Part id="words" title={<Trans>Blocked words</Trans>}>
      <p className="max-w-prose text-ink-soft">
        <Trans>
          Prompts that contain one of them are refused before anything is charged. One word or phrase per line; an asterisk at the end also
          matches longer words.
        </Trans>
      </p>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextArea {...fieldOf('words.en')} label={<Trans>In English</Trans>} lang="en" rows={6} />
        <TextArea {...fieldOf('words.ru')} label={<Trans>In Russian</Trans>} lang="ru" rows={6} />
      </div>
      <div className="grid max-w-prose gap-1">
        <Switch
          label={<Trans>Also check answers and text files</Trans>}
          checked={choices.check_answers}
          onCheckedChange={(chosen) => onChoose({ check_answers: chosen })}
        />
        <p className="text-sm text-ink-soft">
          <Trans>A text that contains a blocked word isn’t stored, and the run is free. Reasoning appears only after its check.</Trans>
        </p>
      </div>
    </Part>
  )
}

function ModerationPart({ rules, choices, onChoose, errorAt }: PartProps) {
  const { t } = useLingui()
  const names: Record<ModerationService, string> = { off: t({ message: 'Off', context: 'moderation' }), openai: 'OpenAI' }
  const error = errorAt('moderation')
  return (
    <Part id="moderation" title={<Trans>Moderation service</Trans>}>
      <div className="grid max-w-prose gap-2">
        <Segmented
          label={t`Moderation service`}
          hideLabel
          value={choices.moderation}
          onValueChange={(chosen) => onChoose({ moderation: chosen })}
          items={moderationServices.map((value) => ({ value, label: names[value] }))}
        />
        {error && (
          <p role="alert" className="text-sm text-danger">
            {error}
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
  )
}
