import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { OperatorShop, ShopPreview, ShopSettings } from '#app/contract/money/shop-settings.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { SaveShopDialog } from './save-shop-dialog.tsx'
import { previewShop } from './shop.functions.ts'
import { currenciesIn, placesToMend, readShop, type TypedPack, type TypedPlan, type TypedShop, typedShop } from './typed-shop.ts'

type ShopFormProps = { shop: OperatorShop; mayChange: boolean; onSaved: (shop: OperatorShop) => void }
type Review = { settings: ShopSettings; preview: ShopPreview }

/** The settings of the shop. A change is reviewed before it is saved. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export function ShopForm({ shop, mayChange, onSaved }: ShopFormProps) {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const [typed, setTyped] = useState<TypedShop>(() => typedShop(shop.settings))
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const [review, setReview] = useState<Review | null>(null)
  const settings = readShop(typed)
  const toMend = placesToMend(settings)
  const currencies = currenciesIn(typed.currencies)
  const change = (part: Partial<TypedShop>) => {
    setFailure(null)
    setTyped({ ...typed, ...part })
  }
  const errorAt: ErrorAt = (place) =>
    failure?.fields?.[`settings.${place}`]?.detail ??
    (tried && toMend.includes(`settings.${place}`) ? t`Enter a number above zero.` : undefined)

  async function openReview(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setTried(true)
    if (toMend.length > 0) return
    setBusy(true)
    const result = await settle(previewShop({ data: { settings } }))
    setBusy(false)
    if (!result.ok) return setFailure(result.error)
    setFailure(null)
    if (result.data.changes.length === 0) return toast({ title: t`Nothing has changed`, tone: 'ok' })
    setReview({ settings, preview: result.data })
  }

  return (
    <form noValidate onSubmit={(event) => void openReview(event)}>
      <fieldset disabled={!mayChange} className="grid min-w-0 gap-10">
        <legend className="sr-only">
          <Trans>Settings of the shop</Trans>
        </legend>
        <TextField
          label={<Trans>Currencies</Trans>}
          hint={t`Codes such as USD, EUR. Every price needs an amount in each.`}
          autoComplete="off"
          className="max-w-md uppercase"
          value={typed.currencies}
          onChange={(event) => change({ currencies: event.target.value })}
          error={errorAt('currencies') ?? currencies.map((_, index) => errorAt(`currencies.${index}`)).find(Boolean)}
        />
        <Items<TypedPack>
          title={<Trans>Packs</Trans>}
          add={<Trans>Add pack</Trans>}
          items={typed.packs}
          blank={() => ({ key: uuid(), id: '', tokens: '', price: {} })}
          onChange={(packs) => change({ packs })}
        >
          {(pack, index, changePack) => (
            <>
              <NameAndTokens
                place={`packs.${index}`}
                item={pack}
                tokensField="tokens"
                tokensLabel={<Trans>Tokens</Trans>}
                errorAt={errorAt}
                onChange={(part) => changePack({ ...pack, ...part })}
              />
              <Prices
                label={t`Price`}
                place={`packs.${index}.price`}
                currencies={currencies}
                value={pack.price}
                errorAt={errorAt}
                onChange={(price) => changePack({ ...pack, price })}
              />
            </>
          )}
        </Items>
        <Items<TypedPlan>
          title={<Trans>Plans</Trans>}
          add={<Trans>Add plan</Trans>}
          items={typed.plans}
          blank={() => ({ key: uuid(), id: '', tokens: '', monthly: {}, yearly: {} })}
          onChange={(plans) => change({ plans })}
        >
          {(plan, index, changePlan) => (
            <>
              <NameAndTokens
                place={`plans.${index}`}
                item={plan}
                tokensField="tokens_per_month"
                tokensLabel={<Trans>Tokens a month</Trans>}
                errorAt={errorAt}
                onChange={(part) => changePlan({ ...plan, ...part })}
              />
              <Prices
                label={t`Per month`}
                place={`plans.${index}.monthly`}
                currencies={currencies}
                value={plan.monthly}
                errorAt={errorAt}
                onChange={(monthly) => changePlan({ ...plan, monthly })}
              />
              <Prices
                label={t`Per year`}
                place={`plans.${index}.yearly`}
                currencies={currencies}
                value={plan.yearly}
                errorAt={errorAt}
                onChange={(yearly) => changePlan({ ...plan, yearly })}
              />
            </>
          )}
        </Items>
        <section className="grid gap-4">
          <h2 className="text-xl">
            <Trans>Free tokens</Trans>
          </h2>
          <div className="grid items-start gap-4 sm:grid-cols-3">
            <TextField
              label={<Trans>Welcome tokens</Trans>}
              hint={t`For each new account; 0 for none.`}
              inputMode="numeric"
              autoComplete="off"
              value={typed.welcome}
              onChange={(event) => change({ welcome: event.target.value })}
              error={errorAt('welcome_grant')}
            />
            <TextField
              label={<Trans>For the inviter</Trans>}
              hint={t`After the first purchase of the invited person.`}
              inputMode="numeric"
              autoComplete="off"
              value={typed.inviter}
              onChange={(event) => change({ inviter: event.target.value })}
              error={errorAt('referral.inviter')}
            />
            <TextField
              label={<Trans>For the invited person</Trans>}
              inputMode="numeric"
              autoComplete="off"
              value={typed.invited}
              onChange={(event) => change({ invited: event.target.value })}
              error={errorAt('referral.invited')}
            />
          </div>
        </section>
        {mayChange && (
          <div className="grid justify-items-start gap-3">
            <div role="alert" className="text-danger empty:hidden">
              {failure ? failureMessage(failure) : tried && toMend.length > 0 && <Trans>Correct the marked fields.</Trans>}
            </div>
            <Button type="submit" busy={busy}>
              <Trans>Review changes</Trans>
            </Button>
          </div>
        )}
      </fieldset>
      {review && (
        <SaveShopDialog {...review} version={shop.version} onFailure={setFailure} onSaved={onSaved} onClose={() => setReview(null)} />
      )}
    </form>
  )
}

type ErrorAt = (place: string) => string | undefined

type ItemsProps<Item> = {
  title: ReactNode
  add: ReactNode
  items: readonly Item[]
  blank: () => Item
  onChange: (items: readonly Item[]) => void
  children: (item: Item, index: number, onChange: (item: Item) => void) => ReactNode
}

/** Packs or plans in the order in which people see them. */
function Items<Item extends { key: string; id: string }>({ title, add, items, blank, onChange, children }: ItemsProps<Item>) {
  const { t } = useLingui()
  const moveUp = (index: number) =>
    onChange(items.map((item, place) => (place === index - 1 ? items[index] : place === index ? items[index - 1] : item) ?? item))
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{title}</h2>
      {items.length === 0 && (
        <p className="text-ink-soft">
          <Trans>None for sale.</Trans>
        </p>
      )}
      <ul className="grid gap-4">
        {items.map((item, index) => (
          <li key={item.key} className="grid gap-4 rounded-card border border-line bg-surface p-4 sm:p-5">
            {children(item, index, (changed) => onChange(items.map((one) => (one.key === item.key ? changed : one))))}
            <div className="-mb-1 flex justify-end gap-1">
              {index > 0 && (
                <IconButton label={t`Move ${item.id} up`} onClick={() => moveUp(index)}>
                  <ArrowUp aria-hidden className="size-5" strokeWidth={1.75} />
                </IconButton>
              )}
              <IconButton label={t`Remove ${item.id}`} onClick={() => onChange(items.filter(({ key }) => key !== item.key))}>
                <Trash2 aria-hidden className="size-5" strokeWidth={1.75} />
              </IconButton>
            </div>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="secondary" onClick={() => onChange([...items, blank()])}>
          <Plus aria-hidden className="size-5" strokeWidth={1.75} />
          {add}
        </Button>
      </div>
    </section>
  )
}

type NameAndTokensProps = {
  place: string
  item: { id: string; tokens: string }
  tokensField: string
  tokensLabel: ReactNode
  errorAt: ErrorAt
  onChange: (part: { id?: string; tokens?: string }) => void
}

function NameAndTokens({ place, item, tokensField, tokensLabel, errorAt, onChange }: NameAndTokensProps) {
  const { t } = useLingui()
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        label={<Trans context="of a pack or a plan">ID</Trans>}
        hint={t`Part of orders and bills, for example pack-500.`}
        autoComplete="off"
        spellCheck={false}
        value={item.id}
        onChange={(event) => onChange({ id: event.target.value })}
        error={errorAt(`${place}.id`)}
      />
      <TextField
        label={tokensLabel}
        inputMode="numeric"
        autoComplete="off"
        value={item.tokens}
        onChange={(event) => onChange({ tokens: event.target.value })}
        error={errorAt(`${place}.${tokensField}`)}
      />
    </div>
  )
}

type PricesProps = {
  label: string
  place: string
  currencies: readonly string[]
  value: Readonly<Record<string, string>>
  errorAt: ErrorAt
  onChange: (value: Readonly<Record<string, string>>) => void
}

function Prices({ label, place, currencies, value, errorAt, onChange }: PricesProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      {currencies.map((currency) => (
        <TextField
          key={currency}
          label={`${label}, ${currency}`}
          inputMode="decimal"
          autoComplete="off"
          value={value[currency] ?? ''}
          onChange={(event) => onChange({ ...value, [currency]: event.target.value })}
          error={errorAt(`${place}.${currency}`)}
        />
      ))}
    </div>
  )
}
