import * as v from 'valibot'
import { onOff, origins } from './formats.ts'

/** Variables of agents and the programs that ask people for access. */
export const programVariables = {
  /** Whether agents can use the tools at `/mcp`. */
  MCP: v.optional(onOff, 'on'),
  /** Whether programs may identify themselves by an https address, which this server then reads. */
  MCP_CLIENT_METADATA: v.optional(onOff, 'on'),
  /** Whether programs may register themselves. */
  MCP_CLIENT_REGISTRATION: v.optional(onOff, 'on'),
  /** Origins of the operator's network whose programs may identify themselves by an address. */
  MCP_CLIENT_ORIGINS: v.optional(origins, ''),
}
