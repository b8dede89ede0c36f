import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import type { ModelOption } from '../provider.ts'

type Choice = Extract<ModelOption, { enum: unknown }>
type Text = Extract<ModelOption, { maxLength: unknown }>
type Amount = Extract<ModelOption, { minimum: unknown }>
type Flag = Extract<ModelOption, { type: 'boolean' }>
/** The displayed part of an option; the engine defines its values. */
type Shown<Option extends ModelOption> = Omit<
  Option,
  'type' | 'enum' | 'default' | 'minimum' | 'maximum' | 'multipleOf' | 'maxLength' | 'pattern'
>

const choiceSchema = v.object({ type: v.literal('string'), enum: v.array(v.string()), default: v.string() })
const textSchema = v.object({ type: v.literal('string'), maxLength: v.number(), pattern: v.optional(v.string()), default: v.string() })
const amountSchema = v.object({
  type: v.picklist(['integer', 'number']),
  minimum: v.number(),
  maximum: v.number(),
  multipleOf: v.optional(v.number()),
  default: v.optional(v.number()),
})
const flagSchema = v.object({ type: v.literal('boolean'), default: v.boolean() })

const jsonOf = (schema: v.GenericSchema) => toJsonSchema(schema, { typeMode: 'input' })
export const choice = (schema: v.GenericSchema, shown: Shown<Choice>): Choice => ({ ...v.parse(choiceSchema, jsonOf(schema)), ...shown })
export const text = (schema: v.GenericSchema, shown: Shown<Text>): Text => ({ ...v.parse(textSchema, jsonOf(schema)), ...shown })
export const amount = (schema: v.GenericSchema, shown: Shown<Amount>): Amount => ({ ...v.parse(amountSchema, jsonOf(schema)), ...shown })
export const flag = (schema: v.GenericSchema, shown: Shown<Flag>): Flag => ({ ...v.parse(flagSchema, jsonOf(schema)), ...shown })
