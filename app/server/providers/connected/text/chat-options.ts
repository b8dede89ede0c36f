import type { ProgramOptions } from './program-options.ts'

/** The parameters of a program for a server with OpenAI's chat protocol. Names that the AI SDK does not know reach the server as they are. */
export const chatOptionsOf =
  (name: string) =>
  ({ parallel, strict, logitBias, effort, verbosity }: ProgramOptions) => ({
    [name]: {
      ...(parallel !== undefined && { parallel_tool_calls: parallel }),
      ...(strict !== undefined && { strictJsonSchema: strict }),
      ...(logitBias && { logit_bias: logitBias }),
      ...(effort !== undefined && { reasoningEffort: effort }),
      ...(verbosity !== undefined && { textVerbosity: verbosity }),
    },
  })
