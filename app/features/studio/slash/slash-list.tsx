import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CookingPot, Search } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { kindOfMaking, makersOf } from '#app/contract/studio/makings.ts'
import type { Recipe } from '#app/contract/recipes/recipes.ts'
import { pickModel } from '#app/contract/runs/usual-models.ts'
import { useModels } from '#app/shell/data/generations.queries.ts'
import { recipesQuery } from '#app/shell/data/recipes.queries.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { usePricePhrase } from '#app/shell/money/use-price-phrase.ts'
import { isComposing } from '#app/ui/controls/is-composing.ts'
import type { Composer } from '../composer/use-composer.ts'
import { type Command, commands, isMeant, makingOfCommand, nameOf, namesOf, slugOf } from './commands.ts'
import type { SlashOption } from './slash-option.ts'
import { useFound } from './use-found.tsx'
import { useOffered } from './use-offered.ts'
import type { ListKeys } from './use-commands.ts'

/** Most recipes in the list; more are found by their names. */
const mostRecipes = 8

type SlashListProps = {
  id: string
  /** Receives the function that takes the keys of the field, and null when the list closes. */
  onKeys: (keys: ListKeys | null) => void
  composer: Composer
  /** The name that is typed, as far as it is. */
  typed: string
  /** The words of “/find”; null for the list of tools. */
  searched: string | null
  onActive: (id: string | undefined) => void
  onTake: (command: Command) => void
  onOpen: (recipe: Recipe) => void
  /** Called when a found work has been attached to the message. */
  onAttached: () => void
  onClose: () => void
  className: string
}

/** The tools and recipes that begin with the typed name, or the works that a search finds. The focus stays in the field. */
export function SlashList({ searched, ...props }: SlashListProps) {
  return searched === null ? <ToolList {...props} /> : <FoundList {...props} words={searched} />
}

type ListProps = Omit<SlashListProps, 'searched'>

function ToolList({ typed, onTake, onOpen, ...props }: ListProps) {
  const { t, i18n } = useLingui()
  const models = useModels()
  const pricePhrase = usePricePhrase()
  const { data: recipes = [] } = useQuery(recipesQuery)
  const isOffered = useOffered()
  const helps: Record<Command, string> = {
    picture: t`Creates an image from your text`,
    video: t`Creates a video from your text`,
    say: t`Reads your text aloud`,
    music: t`Creates music from your text`,
    find: t`Finds your results to add them to the message`,
  }
  const tools = commands.flatMap((command): SlashOption[] => {
    if (!isMeant(typed, namesOf(command)) || !isOffered(command === 'find' ? 'find' : 'create')) return []
    const name = nameOf(command, i18n.locale)
    const onCommand = () => onTake(command)
    if (command === 'find')
      return [
        {
          key: command,
          icon: <Search aria-hidden className="size-5 text-ink-soft" />,
          name,
          help: helps.find,
          aside: t`free`,
          onTake: onCommand,
        },
      ]
    const making = makingOfCommand[command]
    const maker = pickModel(makersOf(models, making), null)
    if (!maker) return []
    return [
      {
        key: command,
        icon: <KindIcon kind={kindOfMaking[making]} />,
        name,
        help: helps[command],
        aside: maker.available ? pricePhrase(maker.price) : t`not available`,
        onTake: onCommand,
      },
    ]
  })
  const filled = recipes
    .filter(({ name }) => isOffered('use_recipe') && isMeant(typed, [slugOf(name)]))
    .slice(0, mostRecipes)
    .map((recipe): SlashOption => ({
      key: recipe.id,
      icon: <CookingPot aria-hidden strokeWidth={1.75} className="size-5 text-ink-soft" />,
      name: slugOf(recipe.name) || recipe.name,
      help: recipe.about ?? recipe.text,
      onTake: () => onOpen(recipe),
    }))
  return (
    <Options
      {...props}
      options={[...tools, ...filled]}
      label={t`Tools and recipes`}
      prefix="/"
      empty={<Trans>No tool or recipe has this name. It’s sent as a message.</Trans>}
    />
  )
}

function FoundList({ words, onAttached, ...props }: Omit<ListProps, 'typed'> & { words: string }) {
  const { t } = useLingui()
  const { options, isReady } = useFound({ composer: props.composer, words, onAttached })
  return (
    <Options
      {...props}
      options={options}
      label={t`Your results`}
      prefix=""
      empty={isReady ? <Trans>No results</Trans> : <Trans>Searching…</Trans>}
    />
  )
}

type OptionsProps = Pick<ListProps, 'id' | 'onKeys' | 'onActive' | 'onClose' | 'className'> & {
  options: readonly SlashOption[]
  label: string
  prefix: string
  empty: ReactNode
}

function Options({ id, onKeys, options, label, prefix, empty, onActive, onClose, className }: OptionsProps) {
  const [chosen, setChosen] = useState<string>()
  const at = Math.max(
    0,
    options.findIndex(({ key }) => key === chosen),
  )
  const active = options[at]
  const idOf = (key: string) => `${id}-${key}`
  const activeId = active && idOf(active.key)
  useEffect(() => onActive(activeId), [activeId, onActive])
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const onKey = useEffectEvent<ListKeys>((event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isComposing(event.nativeEvent)) return false
    const go = (by: number) => setChosen(options.at((at + by) % options.length)?.key)
    if (event.key === 'Escape') {
      // Not the sheet around it.
      event.stopPropagation()
      onClose()
    } else if (!active) return false
    else if (event.key === 'ArrowDown') go(1)
    else if (event.key === 'ArrowUp') go(-1)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) active.onTake()
    else return false
    event.preventDefault()
    return true
  })
  const setKeys = useEffectEvent(onKeys)
  useEffect(() => {
    setKeys((event) => onKey(event))
    return () => setKeys(null)
  }, [])

  return (
    <div className={`animate-fade overflow-hidden rounded-card border border-edge bg-surface shadow-float ${className}`}>
      <p role="status" className={options.length > 0 ? 'sr-only' : 'px-4 py-3 text-ink-soft'}>
        {options.length > 0 ? (
          <Plural
            value={options.length}
            one="# choice. Arrow keys choose, Enter takes."
            other="# choices. Arrow keys choose, Enter takes."
          />
        ) : (
          empty
        )}
      </p>
      <div id={id} role="listbox" aria-label={label} className="max-h-[min(40dvh,22rem)] overflow-y-auto p-1 empty:hidden">
        {options.map(({ key, icon, name, help, aside, onTake }, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- The focus stays in the field, which has the keys and names the active option.
          <div
            key={key}
            id={idOf(key)}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => setChosen(key)}
            // The field keeps the focus, and a phone its keyboard.
            onPointerDown={(event) => event.preventDefault()}
            onClick={onTake}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 aria-selected:bg-wash"
          >
            {icon}
            <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
              <span className="font-medium wrap-anywhere">
                {prefix}
                {name}
              </span>
              <span className="line-clamp-1 text-sm text-ink-soft">{help}</span>
            </span>
            {aside && <span className="max-w-[40%] shrink-0 text-right text-sm text-ink-soft">{aside}</span>}
          </div>
        ))}
      </div>
    </div>
  )
}
