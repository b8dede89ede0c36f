import { searchLibraryTool, uploadTool } from './library-tools.ts'
import { getBalanceTool, listModelsTool, quoteTool } from './model-tools.ts'
import { cancelTool, editImageTool, generateTool, getTool } from './run-tools.ts'
import type { Tool } from './tool.ts'

/** The tools in the order of the list, which never changes: clients keep it in the prompts that their models have cached. */
export const tools: readonly Tool[] = [
  listModelsTool,
  quoteTool,
  generateTool,
  getTool,
  cancelTool,
  editImageTool,
  searchLibraryTool,
  uploadTool,
  getBalanceTool,
]

/** For the model of the client, before it sees the tools. */
export const instructions =
  'Makes images, videos, sounds and texts with the models of this server and pays with the tokens of an account. Call list_models first, then list_models with the chosen `model` for its options, then generate. A run costs tokens: use quote, or set max_price. What takes longer than 50 seconds goes on; call get with its id and wait_seconds. Links to files last about two hours; get returns new ones.'
