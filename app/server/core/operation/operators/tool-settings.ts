import { sql } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Recorded } from '#app/contract/operator/operator.ts'
import type { saveToolSettingsSchema, ToolSettings } from '#app/contract/operator/tool-settings.ts'
import { milliPerToken } from '#app/contract/money/milli.ts'
import { type OperatorTool, operatorTools } from '#app/contract/studio/tool-names.ts'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { toolSettings } from '#app/server/db/schema/tool-settings.ts'
import { type ServerText, translate } from '#app/server/i18n.ts'
import { Problem } from '../../problem.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'
import { announceGroups, type Offers } from '../../rules/groups/open-offers.ts'
import { readToolSettings, type StoredToolSettings, usualToolSettings } from '../../rules/groups/tool-settings.ts'
import { listGroups } from './groups.ts'

type Texts = (name: OperatorTool) => { title: ServerText; about: ServerText }
type Shown = { locale: Locale; textsOf: Texts }

/** Reads the settings with the groups that don't have a tool. */
export async function getToolSettings(db: Database, { locale, textsOf }: Shown): Promise<ToolSettings> {
  const [settings, groups] = [await readToolSettings(db), await listGroups(db)]
  return {
    revision: settings.revision,
    items: operatorTools.map((name) => {
      const { title, about } = textsOf(name)
      return {
        name,
        title: translate(locale, title),
        description: translate(locale, about),
        on: settings.tools.includes(name),
        not_for: groups.flatMap((group) => ((group.tools?.includes(name) ?? true) ? [] : [group.name])),
      }
    }),
    most_steps: settings.mostSteps,
    allowance: settings.allowanceMilli / milliPerToken,
    most_allowance: settings.mostAllowanceMilli / milliPerToken,
  }
}

type Save = Act & Shown & { input: Omit<v.InferOutput<typeof saveToolSettingsSchema>, 'reason'> }

/** Sets the tools, for calls and steps that start from now on. Throws `settings_changed` if there is a newer change than the caller has seen. */
export async function saveToolSettings(
  db: Database,
  { offers }: { offers: Offers },
  { input, locale, textsOf, ...act }: Save,
): Promise<ToolSettings> {
  await db.transaction(async (tx) => {
    await tx.insert(toolSettings).values(usualToolSettings).onConflictDoNothing()
    const [before] = await tx.select().from(toolSettings).for('no key update')
    if (before?.revision !== input.revision) throw new Problem('settings_changed')
    const after = {
      tools: input.tools,
      mostSteps: input.most_steps,
      allowanceMilli: input.allowance * milliPerToken,
      mostAllowanceMilli: input.most_allowance * milliPerToken,
      revision: input.revision + 1,
    }
    await tx.update(toolSettings).set({ ...after, updatedAt: sql`now()` })
    await recordAct(tx, { ...act, action: 'tools_changed', personId: null, before: recorded(before), after: recorded(after) })
    await announceGroups(tx)
  })
  offers.invalidate()
  return getToolSettings(db, { locale, textsOf })
}

const recorded = ({ tools, mostSteps, allowanceMilli, mostAllowanceMilli }: StoredToolSettings): Recorded => ({
  tools: tools.join(', '),
  most_steps: mostSteps,
  allowance: allowanceMilli / milliPerToken,
  most_allowance: mostAllowanceMilli / milliPerToken,
})
