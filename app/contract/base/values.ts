export const kinds = ['video', 'image', 'audio', 'text'] as const
/** The medium that a model generates. */
export type Kind = (typeof kinds)[number]

/** The kinds of files that a model can take; a document is a PDF. */
export const fileKinds = [...kinds, 'document'] as const
export type FileKind = (typeof fileKinds)[number]

/** `mask`: marks the part of the source to regenerate, by white or transparency. `speech`: a recording that a person in the source says. */
export const inputRoles = ['source', 'reference', 'first_frame', 'last_frame', 'mask', 'speech'] as const
export type InputRole = (typeof inputRoles)[number]

/** The single task of a model that edits a given image, which pages offer as an action on images instead of in the list of models. */
export const editTasks = ['remove_background', 'enlarge', 'extend'] as const
export type EditTask = (typeof editTasks)[number]
/** The single task of a model that works on a given video. Pages offer it as a mode of the video studio and as an action on videos. */
export const videoTasks = ['continue_video', 'change_video', 'lip_sync'] as const
export type VideoTask = (typeof videoTasks)[number]
/** Tasks that only this server does, never a service. `assemble_film`: makes the film of a document, so that only films start it. */
export const ownTasks = ['join_videos', 'assemble_film'] as const
/** The tasks of models that do one thing. `embed`: turns texts into vectors for programs, so that no page offers it. */
export const modelTasks = ['transcribe', ...editTasks, ...videoTasks, ...ownTasks, 'embed'] as const
export type ModelTask = (typeof modelTasks)[number]
/** The tasks that a service can have a model for. */
type ServiceTask = Exclude<ModelTask, (typeof ownTasks)[number]>
export const isServiceTask = (task: ModelTask): task is ServiceTask => !ownTasks.some((own) => own === task)

/** The longest search text, in characters. */
export const searchMaxLength = 200
/** The longest prompt, in characters; a text to read aloud or shorten is a prompt too. */
export const promptMaxLength = 50_000
/** The longest prompt that a link to a studio carries, in characters. */
export const linkedPromptMaxLength = 20_000
/** Largest number of inputs of a run. */
export const maxInputs = 8
/** Works per bulk operation. */
export const bulkMax = 100
