import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Audience, NoticeLevel, OperatorAnnouncement } from '#app/contract/operator/announcements.ts'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { audiences } from '#app/contract/base/notice-values.ts'
import { noticesQuery } from '#app/shell/data/notices.queries.ts'
import { localeNames } from '#app/shell/i18n/locale-names.ts'
import { AnnouncementBar } from '#app/shell/notices/notice-strip.tsx'
import { TextArea, TextField } from '#app/ui/controls/field.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { type Locale, locales } from '#config'
import { ActDialog } from '../base/act-dialog.tsx'
import { changeAnnouncement, createAnnouncement } from './announcements.functions.ts'
import { fromLocalTime, toLocalTime } from '../base/local-time.ts'
import { useAudienceNames } from '../base/names.ts'

/** As in `contract/announcements.ts`, which would load the schemas. */
const maxLength = 300

/** Creates or changes an announcement, with a preview of the bar. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export function AnnouncementDialog({ announcement, onClose }: { announcement: OperatorAnnouncement | null; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const audienceNames = useAudienceNames()
  const [texts, setTexts] = useState<Partial<Record<Locale, string>>>(announcement?.texts ?? {})
  const [one, setOne] = useState<Locale | null>(() => locales.find((locale) => isOnly(announcement, locale)) ?? null)
  const [audience, setAudience] = useState<Audience>(announcement?.audience ?? 'signed_in')
  const [level, setLevel] = useState<NoticeLevel>(announcement?.level ?? 'info')
  const [from, setFrom] = useState(toLocalTime(announcement?.starts_at ?? null))
  const [until, setUntil] = useState(toLocalTime(announcement?.ends_at ?? null))
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const written = one ? [one] : locales
  const given = Object.fromEntries(written.map((locale) => [locale, (texts[locale] ?? '').trim()]))
  const ready = written.every((locale) => given[locale])
  const own = locales.find((locale) => locale === i18n.locale) ?? locales[0]
  return (
    <ActDialog
      title={announcement ? <Trans>Edit announcement</Trans> : <Trans>New announcement</Trans>}
      description={<Trans>Short and plain: people read it above whatever they came for.</Trans>}
      action={announcement ? <Trans>Save</Trans> : <Trans>Publish</Trans>}
      done={announcement ? t`Announcement saved` : t`Announcement published`}
      ready={ready}
      reasonOptional
      onFailure={setFailure}
      onClose={onClose}
      onAct={async (reason) => {
        const data = {
          texts: given,
          one_text: one !== null,
          audience,
          level,
          starts_at: fromLocalTime(from),
          ends_at: fromLocalTime(until),
          reason,
        }
        const result = announcement
          ? await changeAnnouncement({ data: { ...data, id: announcement.id } })
          : await createAnnouncement({ data })
        void queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey })
        return result
      }}
    >
      {written.map((locale) => (
        <TextArea
          key={locale}
          label={<Trans>Text: {localeNames[locale]}</Trans>}
          lang={locale}
          rows={2}
          maxLength={maxLength}
          value={texts[locale] ?? ''}
          onChange={(event) => setTexts({ ...texts, [locale]: event.target.value })}
          error={failure?.fields?.[`texts.${locale}`]?.detail}
        />
      ))}
      <Switch
        label={<Trans>Show one text in all languages</Trans>}
        checked={one !== null}
        onCheckedChange={(checked) => setOne(checked ? (locales.find((locale) => texts[locale]?.trim()) ?? own) : null)}
      />
      {one && (
        <Segmented
          label={t`Language of the text`}
          hideLabel
          value={one}
          onValueChange={setOne}
          items={locales.map((locale) => ({ value: locale, label: localeNames[locale] }))}
        />
      )}
      <Select
        label={t`Who sees it`}
        value={audience}
        onValueChange={setAudience}
        items={audiences.map((value) => ({ value, label: audienceNames[value] }))}
      />
      <Segmented
        label={t`Level`}
        value={level}
        onValueChange={setLevel}
        items={[
          { value: 'info', label: t`Information` },
          { value: 'warning', label: t`Warning` },
        ]}
      />
      <div className="grid gap-5">
        <TextField
          label={<Trans>From (empty: now)</Trans>}
          type="datetime-local"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
          error={failure?.fields?.starts_at?.detail}
        />
        <TextField
          label={<Trans>Until (optional)</Trans>}
          type="datetime-local"
          value={until}
          onChange={(event) => setUntil(event.target.value)}
          error={failure?.fields?.ends_at && t`Choose a time after the start.`}
        />
      </div>
      {ready && (
        <section aria-label={t`Preview`} className="grid gap-2">
          <p className="font-medium">
            <Trans>Preview</Trans>
          </p>
          <ul inert className="overflow-hidden rounded-card border border-line">
            {written.map((locale) => (
              <AnnouncementBar key={locale} id={locale} texts={{ [locale]: given[locale] }} level={level} ends_at={null} />
            ))}
          </ul>
        </section>
      )}
    </ActDialog>
  )
}

const isOnly = (announcement: OperatorAnnouncement | null, locale: Locale): boolean =>
  announcement?.texts[locale] !== undefined && Object.keys(announcement.texts).length === 1
