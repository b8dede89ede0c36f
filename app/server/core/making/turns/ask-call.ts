import { and, eq, sql } from 'drizzle-orm'
import { isMakingTool } from '#app/contract/studio/tool-names.ts'
import type { Database } from '#app/server/db/database.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import { translate } from '#app/server/i18n.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { readEntitlement } from '../../rules/groups/entitlement.ts'
import { Problem } from '../../problem.ts'
import { lockThread } from '../generations/open-thread.ts'
import { publishGeneration } from '../generations/publish.ts'
import { isOffered } from '../../rules/groups/offer.ts'
import type { GenerationRow } from '../generations/to-generation.ts'
import type { ToolAnswer } from '../tools/answer.ts'
import { findFiles } from '../tools/find.ts'
import { planCall } from '../tools/plan.ts'
import { readChosen, readRecipes } from '../tools/recipes.ts'
import { readShown } from '../tools/shown.ts'
import { readAllowance } from './allowance.ts'
import { endCall, lockStep } from './end-call.ts'
import { hasFailed, nextPrice } from './next-price.ts'
import { prepareCall, type PreparedCall, startCalls } from './prepare-call.ts'

type Parts = { queue: Queue; providers: Providers }
type Asking = { call: typeof toolCalls.$inferSelect; step: GenerationRow; input: unknown }

/** Plans and prices a call that makes something; then it asks, starts by a rule of the conversation, or ends with a reason for the model. */
export async function askCall(db: Database, parts: Parts, { call, step, input }: Asking): Promise<void> {
  const { id, stepId, userId, tool } = call
  const end = (answer: ToolAnswer, state?: 'refused') =>
    endCall(db, { queue: parts.queue, id, stepId, userId, from: 'due', answer, ...(state && { state }) })
  const offer = await readEntitlement(db, userId)
  if (!isMakingTool(tool) || !isOffered(offer, tool)) return end({ text: 'There is no such tool.', failed: true })
  const [handles, chosen] = [await readShown(db, { userId, stepId }), await readChosen(db, { userId, threadId: step.threadId })]
  const recipes = await readRecipes(db, { userId, chosen })
  const choices = () => findFiles(db, { userId, stepId }, '')
  const plan = await planCall(db, { providers: parts.providers, userId, offer, handles, recipes, choices }, { name: tool, input })
  if ('answer' in plan) return end(plan.answer)
  let prepared: PreparedCall
  try {
    prepared = await prepareCall(db, { providers: parts.providers, userId, id, run: plan.run })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return end({ text: `Not made: ${reasonOf(error)}`, failed: true })
  }
  const undrawable = undrawableIn(prepared)
  if (undrawable !== undefined) return end({ text: undrawable, failed: true })
  const nextMilli = await nextPrice(db, { providers: parts.providers, step })
  const asking = { ...call, makes: plan.makes, step, prepared, nextMilli }
  try {
    const rule = await decide(db, parts, asking, { mayStart: true })
    if (rule === 'never') return await end({ text: 'The person does not allow this in this conversation.', failed: true }, 'refused')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // Tokens and limits are the person's to see.
    await decide(db, parts, asking, { mayStart: false })
  }
  return undefined
}

/** Words that a model can use: the code, and the fields that are wrong. */
export const reasonOf = ({ code, fields = {} }: Problem): string =>
  [code, ...Object.entries(fields).map(([name, field]) => `${name}: ${field}`)].join(', ')

/** Why a run of a built-in model would miss what was asked; such runs are free, and nobody is asked for them. */
function undrawableIn({ prepared: { advice } }: PreparedCall): string | undefined {
  if (!advice || (!advice.free && advice.possible)) return undefined
  const { words, instead } = advice
  const would = instead.map((text) => translate('en', text)).join(' ')
  return `Not made: this model can’t do ${words.map((word) => JSON.stringify(word)).join(', ') || 'that'}.${would ? ` It would make: ${would}.` : ''} Rephrase it, or say that it can’t be made here.`
}

type Decided = Pick<Asking, 'step'> &
  Pick<Asking['call'], 'id' | 'stepId' | 'userId' | 'makes'> & { prepared: PreparedCall; nextMilli: number }

/** Lets a call ask, or start if a rule of its conversation says so and the allowance suffices. Returns a rule that refuses it. */
async function decide(
  db: Database,
  { queue, providers }: Parts,
  { id, stepId, userId, makes, step, prepared, nextMilli }: Decided,
  { mayStart }: { mayStart: boolean },
): Promise<'never' | undefined> {
  const { threadId } = step
  return db.transaction(async (tx) => {
    const thread = threadId === null ? undefined : await lockThread(tx, { userId, id: threadId })
    const locked = await lockStep(tx, stepId)
    if (!locked || locked.halted !== null || locked.deletedAt !== null) return undefined
    const rule = makes === null ? undefined : thread?.rules?.[makes]
    if (rule === 'never') return 'never'
    const [call] = await tx
      .update(toolCalls)
      .set({
        state: 'asks',
        makes,
        run: prepared.run,
        askedMilli: prepared.prepared.priceMilli,
        nextMilli,
        askedAt: sql`now()`,
      })
      .where(and(eq(toolCalls.id, id), eq(toolCalls.state, 'due')))
      .returning({ id: toolCalls.id })
    if (!call) return undefined
    if (rule === 'allow' && mayStart && threadId !== null && !(await hasFailed(tx, { userId, stepId, makes }))) {
      const { limitMilli, usedMilli } = await readAllowance(tx, { userId, threadId })
      if (usedMilli + prepared.prepared.priceMilli <= limitMilli)
        await startCalls(tx, {
          queue,
          providers,
          userId,
          apiKeyId: step.apiKeyId,
          stepId,
          calls: [prepared],
          by: 'rule',
          maxPrice: undefined,
        })
    }
    await publishGeneration(tx, { userId, generationId: stepId, status: locked.status })
    return undefined
  })
}
