export const templateNames = ['place', 'product', 'poem', 'explainer', 'greeting', 'recipe', 'trailer', 'day'] as const
export type TemplateName = (typeof templateNames)[number]

/** A draft of a script. `{idea}` is the sentence that was typed; brackets are blanks to fill. */
type Template = { script: string; seconds: number; readsAloud: boolean }

export type Templates = {
  /** A whole script, so that a stranger has a film in one press. */
  example: string
  drafts: Record<TemplateName, Template>
}
